package io.cambric.scope.lift;

import io.cambric.scope.Variables;
import org.jspecify.annotations.Nullable;

/**
 * Cotangents of what a lifted function was differentiated by.
 *
 * @param variables of the differentiated collections of its module
 * @param argument of its argument
 * @param <A> argument
 */
public record LiftedGrads<A extends @Nullable Object>(Variables variables, A argument) {}
