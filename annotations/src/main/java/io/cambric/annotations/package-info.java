/**
 * The annotations that the processor reads: the whole contract between a user's records and the
 * classes generated from them.
 *
 * <p>A definition is a record whose name ends in {@code Def}. Its components are hyperparameters,
 * its methods say what is computed, and the processor generates the module class of the same name
 * without the ending:
 *
 * <pre>
 * &#64;Module
 * record MlpDef(int hiddenSize, int outSize) {
 *   &#64;Compact
 *   Array call(Array x) {
 *     var h = relu(Dense.of(hiddenSize).call(x));
 *     return Dense.of(outSize).call(h);
 *   }
 * </pre>
 *
 * }
 *
 * <p>Anyone may use this package; it depends on nothing.
 */
@NullMarked
package io.cambric.annotations;

import org.jspecify.annotations.NullMarked;
