package io.cambric.kernels.simd;

import io.cambric.kernel.block.BlockCode;

/** Generated code for one loop body, used once the JIT has compiled it. */
interface GeneratedCode extends BlockCode {

  /** {@return the warm-up of this code} */
  WarmUp warmUp();

  @Override
  default boolean isReady() {
    return warmUp().isHot();
  }
}
