package io.cambric.models.lora;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.numpy.Linalg;
import io.cambric.numpy.Numpy;

/**
 * The part that is removed from kernels before the training of additions. Some initialisations of
 * the factors remove a part of each kernel, and leave the rest in the model.
 *
 * @see <a href="https://huggingface.co/docs/peft/developer_guides/lora">init_lora_weights of
 *     PEFT</a>
 */
public enum LoraStart {
  /** Nothing: the model is unchanged. */
  WHOLE,
  /**
   * The largest singular values with their vectors, as many as the rank.
   *
   * @see <a href="https://arxiv.org/abs/2404.02948">Meng et al., 2024</a>
   */
  PISSA,
  /**
   * The first columns and rows of a QR decomposition, as many as the rank, times the scale.
   *
   * @see <a href="https://arxiv.org/abs/2406.01775">Büyükakyüz, 2024</a>
   */
  OLORA;

  /**
   * {@return the kernel without the removed part, in its dtype}
   *
   * @param kernel {@code [in, out]}
   * @param rank of the addition
   * @param scale factor of the addition
   */
  Array rest(Array kernel, int rank, double scale) {
    if (this == WHOLE) {
      return kernel;
    }
    var fixed = Lax.stopGradient(kernel.astype(DType.F32));
    var taken = this == PISSA ? largest(fixed, rank) : first(fixed.transpose(), rank, scale);
    return kernel.sub(taken).astype(kernel.dtype());
  }

  private static Array largest(Array kernel, int rank) {
    var svd = Linalg.svd(kernel, false);
    var left = leading(svd.u(), 1, rank).mul(leading(svd.s(), 0, rank));
    return left.matmul(leading(svd.vh(), 0, rank));
  }

  /**
   * {@return the part of a kernel, from a decomposition of its transpose, the layout of PyTorch}
   */
  private static Array first(Array transposed, int rank, double scale) {
    var qr = Linalg.qr(transposed);
    return leading(qr.q(), 1, rank).matmul(leading(qr.r(), 0, rank)).mul(scale).transpose();
  }

  private static Array leading(Array array, int axis, int rank) {
    return Numpy.slice(array, axis, 0, Math.min(rank, array.dim(axis)));
  }
}
