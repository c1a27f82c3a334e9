package io.cambric.scope.lift;

import io.cambric.scope.Variables;
import org.jspecify.annotations.Nullable;

/**
 * The gradients of a lifted function: cotangents of its variables and of its argument.
 *
 * @param variables of the differentiated collections of its module
 * @param argument of its argument
 * @param <A> argument
 */
public record LiftedGrads<A extends @Nullable Object>(Variables variables, A argument) {}
