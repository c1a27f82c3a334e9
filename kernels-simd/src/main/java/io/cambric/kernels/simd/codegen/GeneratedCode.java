package io.cambric.kernels.simd.codegen;

import io.cambric.kernel.block.BlockCode;
import io.cambric.kernels.simd.jit.WarmUp;

/** Generated code for one loop body, used once the JIT has compiled it. */
interface GeneratedCode extends BlockCode {

  /** {@return the warm-up of this code} */
  WarmUp warmUp();

  @Override
  default boolean isReady() {
    return warmUp().isHot();
  }
}
