package io.cambric.kernels.simd;

import io.cambric.kernel.BlockCode;

/** Code that was generated for one loop body, and is used once the JIT has compiled it. */
interface GeneratedCode extends BlockCode {

  /** {@return what has it compiled} */
  WarmUp warmUp();

  @Override
  default boolean isReady() {
    return warmUp().isHot();
  }
}
