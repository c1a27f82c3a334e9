/**
 * Types of functions of one to five arguments: {@code Fn} to {@code Fn5} of pytrees, {@code
 * ArrayFn} to {@code ArrayFn5} of arrays. Code that stores a function in a variable needs these
 * types; lambdas and method references rarely do.
 *
 * {@snippet :
 * Fn2<Params, Batch, Array> loss = (params, batch) -> model.apply(params, batch.images()).mean();
 * ArrayFn2 dot = (x, y) -> x.mul(y).sum();
 * }
 */
@NullMarked
package io.cambric.transform.function;

import org.jspecify.annotations.NullMarked;
