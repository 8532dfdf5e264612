// Package orders holds the page that shows one search of one tree in several orders of visits, side
// by side.
//
// It may import run and the packages below it. The runs come from compare.Orders.
package orders
