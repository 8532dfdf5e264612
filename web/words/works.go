package words

// A Work is a paper or a book that the pages name.
type Work struct {
	Short    string // as the pages name it: "Ballard 1983"
	Citation string
}

// Works are the papers and books besides those whose figures are shown, sorted by their short names. Whatever names a
// paper by its authors and year finds it here or among figures.Papers.
var Works = []Work{
	{"Akl & Newborn 1977", "S. Akl and M. Newborn, “The principal continuation and the killer heuristic”, Proceedings of the ACM Annual Conference (1977)."},
	{"Allis et al. 1994", "L. V. Allis, M. van der Meulen and H. J. van den Herik, “Proof-number search”, Artificial Intelligence 66 (1994)."},
	{"Ballard 1983", "B. W. Ballard, “The *-minimax search procedure for trees containing chance nodes”, Artificial Intelligence 21 (1983)."},
	{"Beal 1980", "D. F. Beal, “An analysis of minimax”, Advances in Computer Chess 2 (1980)."},
	{"Beal 1990", "D. F. Beal, “A generalised quiescence search algorithm”, Artificial Intelligence 43 (1990)."},
	{"Berliner 1973", "H. J. Berliner, “Some necessary conditions for a master chess program”, Proceedings of IJCAI-73."},
	{"Browne et al. 2012", "C. Browne and others, “A survey of Monte Carlo tree search methods”, IEEE Transactions on Computational Intelligence and AI in Games 4 (2012)."},
	{"Campbell & Marsland 1983", "M. S. Campbell and T. A. Marsland, “A comparison of minimax tree search algorithms”, Artificial Intelligence 20 (1983)."},
	{"Carmel & Markovitch 1993", "D. Carmel and S. Markovitch, “Learning models of opponent’s strategy in game playing”, AAAI Fall Symposium on Games: Planning and Learning (1993)."},
	{"Carmel & Markovitch 1998", "D. Carmel and S. Markovitch, “Pruning algorithms for multi-model adversary search”, Artificial Intelligence 99 (1998)."},
	{"Cazenave 2008", "T. Cazenave, “Multi-player Go”, Computers and Games 2008, LNCS 5131."},
	{"Cowling, Powley & Whitehouse 2012", "P. I. Cowling, E. J. Powley and D. Whitehouse, “Information set Monte Carlo tree search”, IEEE Transactions on Computational Intelligence and AI in Games 4 (2012)."},
	{"Donkers 2003", "H. H. L. M. Donkers, “Nosce hostem: searching with opponent models”, PhD thesis, Universiteit Maastricht (2003)."},
	{"Esser et al. 2013", "M. Esser, M. Gras, M. H. M. Winands, M. P. D. Schadd and M. Lanctot, “Improving best-reply search”, Computers and Games 2013, LNCS 8427."},
	{"Frank & Basin 1998", "I. Frank and D. Basin, “Search in games with incomplete information: a case study using Bridge card play”, Artificial Intelligence 100 (1998)."},
	{"Fridenfalk 2014", "M. Fridenfalk, “N-person minimax and alpha-beta pruning”, NICOGRAPH International 2014."},
	{"Ginsberg 2001", "M. L. Ginsberg, “GIB: imperfect information in a computationally challenging game”, Journal of Artificial Intelligence Research 14 (2001)."},
	{"Iida et al. 1993", "H. Iida, J. W. H. M. Uiterwijk, H. J. van den Herik and I. S. Herschberg, “Potential applications of opponent-model search, part 1: the domain of applicability”, ICCA Journal 16 (1993)."},
	{"Knuth & Moore 1975", "D. E. Knuth and R. W. Moore, “An analysis of alpha-beta pruning”, Artificial Intelligence 6 (1975)."},
	{"Kocsis & Szepesvári 2006", "L. Kocsis and C. Szepesvári, “Bandit based Monte-Carlo planning”, Machine Learning: ECML 2006, LNCS 4212."},
	{"Kuhn 1950", "H. W. Kuhn, “A simplified two-person poker”, Contributions to the Theory of Games 1 (1950)."},
	{"Luckhardt & Irani 1986", "C. A. Luckhardt and K. B. Irani, “An algorithmic solution of n-person games”, Proceedings of AAAI-86."},
	{"Marsland & Campbell 1982", "T. A. Marsland and M. Campbell, “Parallel search of strongly ordered game trees”, ACM Computing Surveys 14 (1982)."},
	{"Mutchler 1993", "D. Mutchler, “The multi-player version of minimax displays game-tree pathology”, Artificial Intelligence 64 (1993)."},
	{"Nagai 2002", "A. Nagai, “Df-pn algorithm for searching AND/OR trees and its applications”, PhD thesis, University of Tokyo (2002)."},
	{"Nau 1982", "D. S. Nau, “An investigation of the causes of pathology in games”, Artificial Intelligence 19 (1982)."},
	{"Newborn 1977", "M. M. Newborn, “The efficiency of the alpha-beta search on trees with branch-dependent terminal node scores”, Artificial Intelligence 8 (1977)."},
	{"Nijssen & Winands 2012", "J. A. M. Nijssen and M. H. M. Winands, “An overview of search techniques in multi-player games”, Computer Games Workshop at ECAI 2012."},
	{"Pearl 1980", "J. Pearl, “Asymptotic properties of minimax trees and game-searching procedures”, Artificial Intelligence 14 (1980)."},
	{"Pearl 1983", "J. Pearl, “On the nature of pathology in game searching”, Artificial Intelligence 20 (1983)."},
	{"Pearl 1984", "J. Pearl, “Heuristics: intelligent search strategies for computer problem solving”, Addison-Wesley (1984)."},
	{"Plaat et al. 1996", "A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, “Best-first fixed-depth minimax algorithms”, Artificial Intelligence 87 (1996)."},
	{"Reinefeld 1983", "A. Reinefeld, “An improvement to the Scout tree search algorithm”, ICCA Journal 6 (1983)."},
	{"Roizen & Pearl 1983", "I. Roizen and J. Pearl, “A minimax algorithm better than alpha-beta? Yes and no”, Artificial Intelligence 21 (1983)."},
	{"Saffidine & Cazenave 2012", "A. Saffidine and T. Cazenave, “Multiple-outcome proof number search”, Proceedings of ECAI 2012."},
	{"Saito & Winands 2010", "J.-T. Saito and M. H. M. Winands, “Paranoid proof-number search”, IEEE Symposium on Computational Intelligence and Games 2010."},
	{"Schadd & Winands 2011", "M. P. D. Schadd and M. H. M. Winands, “Best reply search for multiplayer games”, IEEE Transactions on Computational Intelligence and AI in Games 3 (2011)."},
	{"Schaeffer 1983", "J. Schaeffer, “The history heuristic”, ICCA Journal 6 (1983)."},
	{"Shannon 1950", "C. E. Shannon, “Programming a computer for playing chess”, Philosophical Magazine 41 (1950)."},
	{"Slate & Atkin 1977", "D. J. Slate and L. R. Atkin, “Chess 4.5 – the Northwestern University chess program”, in: Chess Skill in Man and Machine (1977)."},
	{"Stockman 1979", "G. C. Stockman, “A minimax algorithm better than alpha-beta?”, Artificial Intelligence 12 (1979)."},
	{"Sturtevant & Bowling 2006", "N. Sturtevant and M. Bowling, “Robust game play against unknown opponents”, Proceedings of AAMAS 2006."},
	{"Sturtevant 2002", "N. R. Sturtevant, “A comparison of algorithms for multi-player games”, Computers and Games 2002, LNCS 2883."},
	{"Sturtevant 2008", "N. R. Sturtevant, “An analysis of UCT in multi-player games”, Computers and Games 2008, LNCS 5131."},
	{"Sturtevant, Zinkevich & Bowling 2006", "N. Sturtevant, M. Zinkevich and M. Bowling, “Prob-max^n: playing n-player games with opponent models”, Proceedings of AAAI-06."},
	{"Szafron, Gibson & Sturtevant 2013", "D. Szafron, R. Gibson and N. Sturtevant, “A parameterized family of equilibrium profiles for three-player Kuhn poker”, Proceedings of AAMAS 2013."},
	{"Zinkevich et al. 2007", "M. Zinkevich, M. Johanson, M. Bowling and C. Piccione, “Regret minimization in games with incomplete information”, Advances in Neural Information Processing Systems 20 (2007)."},
	{"Zuckerman & Felner 2011", "I. Zuckerman and A. Felner, “The MP-Mix algorithm: dynamic search strategy selection in multiplayer adversarial search”, IEEE Transactions on Computational Intelligence and AI in Games 3 (2011)."},
	{"Zuckerman, Felner & Kraus 2009", "I. Zuckerman, A. Felner and S. Kraus, “Mixing search strategies for multi-player games”, Proceedings of IJCAI-09."},
}
