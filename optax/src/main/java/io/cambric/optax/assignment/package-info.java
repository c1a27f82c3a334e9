/**
 * The linear assignment problem: pairs of rows and columns of a matrix with the smallest sum of
 * costs.
 *
 * <p>Each row has at most one column, and each column at most one row. For a matrix {@code [n, m]},
 * {@code min(n, m)} pairs are chosen. A typical use is a loss on sets: predicted boxes are matched
 * with labelled boxes, and the loss is taken over the pairs.
 *
 * {@snippet :
 * Array costs = distances(predicted, labelled);        // [n, m]
 * var pairs = Assignments.hungarianAlgorithm(costs);
 * Array loss = costs.get(pairs.rows(), pairs.columns()).sum();
 * }
 *
 * <p>{@link io.cambric.optax.assignment.Assignments} has both algorithms of Optax. Both are forms
 * of the Hungarian algorithm, in cubic time. Rows are assigned one after another. For each row, a
 * shortest augmenting path leads to a free column, and pairs along the path are exchanged.
 * Potentials of rows and columns keep reduced costs at 0 or above.
 *
 * <p>Both find an assignment of the same cost. They differ in the order of the pairs, and in their
 * choice between assignments of equal cost:
 *
 * <ul>
 *   <li>{@code hungarianAlgorithm} has the smaller program. The pairs are not sorted by rows.
 *   <li>{@code baseHungarianAlgorithm} follows a published pseudocode closely. Its rows are sorted.
 * </ul>
 *
 * <p>Both can be traced, and mapped over batches of matrices with {@code vmap}. The numbers of rows
 * and columns are integers and have no derivative. The costs of the chosen pairs have a derivative,
 * as in the example.
 */
@NullMarked
package io.cambric.optax.assignment;

import org.jspecify.annotations.NullMarked;
