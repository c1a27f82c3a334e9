package io.cambric.nn;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a linear map.
 *
 * @param kernel {@code [in, features]}
 * @param bias {@code [features]}, {@code null} for none
 */
@PyTree
public record DenseWeights(Array kernel, @Nullable Array bias) {}
