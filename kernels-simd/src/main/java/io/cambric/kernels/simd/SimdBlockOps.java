package io.cambric.kernels.simd;

import io.cambric.kernel.BlockOps;
import io.cambric.kernel.ScalarOp;

/** Block operations with vector code for the f32 functions. */
final class SimdBlockOps extends BlockOps {

  @Override
  protected void unary(ScalarOp op, float[] x, int xo, float[] out, int to, int n) {
    var function = Functions.of(op);
    if (function != null) {
      function.run(x, xo, out, to, n);
    } else {
      super.unary(op, x, xo, out, to, n);
    }
  }
}
