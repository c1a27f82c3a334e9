package io.cambric.optax.linesearch;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;

/**
 * The carry of a zoom line search.
 *
 * @param count number of learning rates tried
 * @param at the last point that was tried; in the end, the result
 * @param grad the gradient at this point
 * @param decreaseError the excess over the criterion of decrease at it
 * @param curvatureError the excess over the criterion of curvature at it
 * @param intervalFound whether low and high enclose a point that satisfies both criteria
 * @param done whether the last point satisfies both
 * @param failed whether the search has ended without such a point
 * @param low the end of the interval with the smaller loss
 * @param high the other end
 * @param cubicRef a third point for interpolation
 * @param safe the best point with a sufficient decrease; the start if there is none
 * @param safeGrad the gradient at this point
 */
@PyTree
record ZoomState(
    Array count,
    ZoomPoint at,
    Object grad,
    Array decreaseError,
    Array curvatureError,
    Array intervalFound,
    Array done,
    Array failed,
    ZoomPoint low,
    ZoomPoint high,
    ZoomPoint cubicRef,
    ZoomPoint safe,
    Object safeGrad) {}
