package io.cambric.lax.linalg;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.MatmulSpec;
import io.cambric.kernel.block.Scratch;
import io.cambric.kernel.thread.Parallel;

/**
 * Products of blocks, which do most of the work of a factorisation of large matrices.
 *
 * <p>A product that is subtracted is first stored in another array, at the positions of its
 * minuend. The loops that subtract then have one index, and are compiled to vector instructions.
 */
final class BlockProducts implements AutoCloseable {

  /** Elements whose subtraction justifies another thread. */
  private static final int GRAIN = 1 << 15;

  private final Kernels kernels;
  private final Scratch scratch = new Scratch();
  private final Buffer products;

  /**
   * Borrows memory until {@link #close}.
   *
   * @param minuends the buffer from which products are subtracted
   */
  BlockProducts(Kernels kernels, Buffer minuends) {
    this.kernels = kernels;
    this.products = lend(scratch, minuends.dtype(), minuends.length());
  }

  /**
   * {@return a buffer with arbitrary content}
   *
   * @param dtype F32 or F64
   */
  private static Buffer lend(Scratch scratch, DType dtype, int length) {
    return dtype == DType.F32
        ? Buffer.wrap(scratch.floats(length))
        : Buffer.wrap(scratch.doubles(length));
  }

  /** Computes {@code out = a b}. */
  void multiply(MatrixBlock out, MatrixBlock a, MatrixBlock b) {
    if (out.rows() > 0 && out.columns() > 0) {
      var spec = new MatmulSpec(1, out.rows(), out.columns(), a.columns(), out.dtype());
      kernels.matmul(spec, a.operand(), b.operand(), out.operand());
    }
  }

  /**
   * Computes {@code x -= a b}.
   *
   * @param x a block of the minuends, with adjacent elements in rows or in columns
   */
  void subtract(MatrixBlock x, MatrixBlock a, MatrixBlock b) {
    if (x.columnStride() != 1) {
      subtract(x.transposed(), b.transposed(), a.transposed());
      return;
    }
    var product =
        new MatrixBlock(
            products, x.offset(), x.rows(), x.columns(), x.rowStride(), x.columnStride());
    multiply(product, a, b);
    Parallel.forRange(
        x.rows(),
        Math.max(1, GRAIN / Math.max(1, x.columns())),
        (from, to) -> {
          for (int i = from; i < to; i++) {
            int at = x.at(i, 0);
            if (x.dtype() == DType.F32) {
              subtract(x.buffer().floats(), products.floats(), at, at + x.columns());
            } else {
              subtract(x.buffer().doubles(), products.doubles(), at, at + x.columns());
            }
          }
        });
  }

  private static void subtract(float[] x, float[] y, int from, int to) {
    for (int i = from; i < to; i++) {
      x[i] -= y[i];
    }
  }

  private static void subtract(double[] x, double[] y, int from, int to) {
    for (int i = from; i < to; i++) {
      x[i] -= y[i];
    }
  }

  @Override
  public void close() {
    scratch.close();
  }
}
