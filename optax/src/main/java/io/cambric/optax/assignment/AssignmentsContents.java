package io.cambric.optax.assignment;

import io.cambric.build.Chapter;
import io.cambric.build.Facade;

/**
 * Algorithms for the linear assignment problem.
 *
 * {@snippet :
 * var pairs = Assignments.hungarianAlgorithm(costs);
 * Array cost = costs.get(pairs.rows(), pairs.columns()).sum();
 * }
 *
 * @see <a href="https://optax.readthedocs.io/en/latest/api/assignment.html">optax.assignment</a>
 */
@Facade(
    name = "Assignments",
    chapters = {@Chapter(HungarianAlgorithm.class), @Chapter(BaseHungarianAlgorithm.class)})
interface AssignmentsContents {}
