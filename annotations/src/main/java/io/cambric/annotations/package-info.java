/**
 * The annotations that the processor reads: the whole contract between a user's records and the
 * classes generated from them.
 *
 * <p>A definition is a record whose name ends in {@code Def}. Its components are hyperparameters,
 * its methods say what is computed, and the processor generates the module class of the same name
 * without the ending:
 *
 * {@snippet :
 * @Module
 * record MlpDef(int hiddenSize, int outSize) {
 *   @Compact
 *   Array call(Array x) {
 *     var h = relu(Dense.of(hiddenSize).call(x));
 *     return Dense.of(outSize).call(h);
 *   }
 * }
 * }
 *
 * <p>Anyone may use this package; it depends on nothing.
 */
@NullMarked
package io.cambric.annotations;

import org.jspecify.annotations.NullMarked;
