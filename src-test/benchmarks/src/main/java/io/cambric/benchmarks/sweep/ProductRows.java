package io.cambric.benchmarks.sweep;

import static io.cambric.array.DType.BF16;
import static io.cambric.array.DType.F32;
import static io.cambric.array.DType.F64;
import static io.cambric.benchmarks.sweep.Family.FLOAT;
import static io.cambric.benchmarks.sweep.Family.REAL;
import static io.cambric.benchmarks.sweep.Family.SINGLE;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.DotDims;
import io.cambric.lax.dims.RaggedDotDims;
import io.cambric.numpy.Linalg;
import io.cambric.numpy.Numpy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;

/** Products of matrices and tensors. */
public final class ProductRows {

  private static final long MOST = 200_000_000;

  private static final int CASES = 48;

  /** Multiplications of a case of {@link #draw}. */
  private static final double LEAST_WORK = 2e4;

  private static final double MOST_WORK = 4e9;

  private static final DotDims PLAIN = new DotDims(Axes.of(1), Axes.of(0), Axes.of(), Axes.of());
  private static final DotDims BATCHED =
      new DotDims(Axes.of(2), Axes.of(1), Axes.of(0), Axes.of(0));

  /** The operation of {@code ./run bench products}. */
  static final Operation PRODUCT =
      new Family("products", Long.MAX_VALUE, false)
          .addOperands(
              "product",
              List.of(F32, F64, BF16),
              "; b m n k ta:0-1 tb:0-1",
              ProductRows::factors,
              (c, x) -> transposed(c, "ta", x.get(0)).matmul(transposed(c, "tb", x.get(1))))
          .operations()
          .getFirst();

  private ProductRows() {}

  static List<Family> families() {
    return List.of(matrices(), tensors());
  }

  private static Family matrices() {
    return new Family("products", MOST, true)
        .add(
            "lax.dotGeneral",
            REAL,
            "m:1-2000 k:1-2000, k n:1-2000",
            (x, y) -> Lax.dotGeneral(x, y, PLAIN))
        .add(
            "lax.dotGeneral:batch",
            FLOAT,
            "b:1-128 m:1-300 k:1-300, b k n:1-300",
            (x, y) -> Lax.dotGeneral(x, y, BATCHED))
        .add("lax.batchMatmul", FLOAT, "b:1-128 m:1-300 k:1-300, b k n:1-300", Lax::batchMatmul)
        .add(
            "lax.raggedDot",
            SINGLE,
            "m:8-2000 k:1-500, 4 k n:1-500",
            (x, y) -> Lax.raggedDot(x, y, groups(x.dim(0))))
        .add(
            "lax.raggedDotGeneral",
            SINGLE,
            "m:8-2000 k:1-500, 4 k n:1-500",
            (x, y) -> Lax.raggedDotGeneral(x, y, groups(x.dim(0)), RaggedDotDims.ROWS))
        .add("numpy.matmul", FLOAT, "m:1-2000 k:1-2000, k n:1-2000", (x, y) -> Numpy.matmul(x, y))
        .add("numpy.matmul:vector", FLOAT, "m k, k", (x, y) -> Numpy.matmul(x, y))
        .add("numpy.dot", FLOAT, "n:1-1000000, n", (x, y) -> Numpy.dot(x, y))
        .add("numpy.vdot", FLOAT, "a b, a b", (x, y) -> Numpy.vdot(x, y))
        .add("numpy.inner", FLOAT, "m:1-1000 k:1-1000, n:1-1000 k", (x, y) -> Numpy.inner(x, y))
        .add("linalg.matmul", FLOAT, "m:1-1000 k:1-1000, k n:1-1000", Linalg::matmul)
        .add(
            "linalg.multiDot",
            FLOAT,
            "m:1-500 k:1-500, k l:1-500, l n:1-500",
            (x, y, z) -> Linalg.multiDot(x, y, z));
  }

  /** Four groups of rows, of unequal sizes. */
  private static Array groups(int rows) {
    int eighth = rows / 8;
    return Numpy.array(eighth, 3 * eighth, 2 * eighth, rows - 6 * eighth);
  }

  private static Family tensors() {
    return new Family("tensor products", MOST, true)
        .add(
            "numpy.einsum:qk",
            FLOAT,
            "b:1-8 q:1-512 h:1-16 d:1-128, b k:1-512 h d",
            (x, y) -> Numpy.einsum("bqhd,bkhd->bhqk", x, y))
        .add(
            "numpy.einsum:av",
            FLOAT,
            "b:1-8 h:1-16 q:1-512 k:1-512, b k h d:1-128",
            (x, y) -> Numpy.einsum("bhqk,bkhd->bqhd", x, y))
        .add("numpy.einsum:diagonal", FLOAT, "n:1-2000 n", x -> Numpy.einsum("ii->i", x).mul(2))
        .add(
            "numpy.tensordot",
            FLOAT,
            "a:1-100 b:1-100 c:1-100, b c d:1-100",
            (x, y) -> Numpy.tensordot(x, y, 2))
        .add(
            "linalg.tensordot",
            FLOAT,
            "a:1-100 b:1-100 c:1-100, b c d:1-100",
            (x, y) -> Linalg.tensordot(x, y, 2))
        .add("numpy.kron", FLOAT, "a:1-60 b:1-60, c:1-30 d:1-30", Numpy::kron)
        .add("linalg.vecdot", FLOAT, "a b, a b", (x, y) -> Linalg.vecdot(x, y))
        .add("linalg.outer", FLOAT, "a, b", Linalg::outer)
        .add("linalg.cross", FLOAT, "n:1-100000 3, n 3", (x, y) -> Linalg.cross(x, y))
        .add("numpy.convolve", FLOAT, "n:1-50000, k:1-100", (x, y) -> Numpy.convolve(x, y))
        .add("numpy.polyval", FLOAT, "k:1-20, n:1-100000", (p, x) -> Numpy.polyval(p, x));
  }

  /**
   * {@return products of f32 matrices: of few rows, of middle sizes, of batches, and of one short
   * side}
   */
  public static List<Case> draw(long seed) {
    var random = new Random(seed);
    var cases = new ArrayList<Case>();
    while (cases.size() < CASES) {
      var sizes = sizes(random);
      double work = sizes.stream().mapToDouble(size -> size).reduce(1, (x, y) -> x * y);
      if (work > LEAST_WORK && work < MOST_WORK) {
        int lhs = random.nextInt(5) == 0 ? 1 : 0;
        int rhs = random.nextInt(10) < 3 ? 1 : 0;
        cases.add(of(sizes, lhs, rhs));
      }
    }
    return cases;
  }

  private static List<Integer> sizes(Random random) {
    double kind = random.nextDouble();
    if (kind < 0.3) {
      return List.of(1, size(random, 1, 64), size(random, 64, 2048), size(random, 64, 2048));
    }
    if (kind < 0.55) {
      return List.of(1, size(random, 64, 1024), size(random, 64, 1024), size(random, 64, 1024));
    }
    if (kind < 0.75) {
      return List.of(
          size(random, 4, 128),
          size(random, 16, 256),
          size(random, 16, 256),
          size(random, 16, 128));
    }
    var sizes =
        new ArrayList<>(
            List.of(size(random, 4, 64), size(random, 64, 2048), size(random, 64, 2048)));
    Collections.shuffle(sizes, random);
    sizes.addFirst(1);
    return sizes;
  }

  private static int size(Random random, int low, int high) {
    return SizeDraw.draw(random, low, high);
  }

  private static Case of(List<Integer> sizes, int lhs, int rhs) {
    var named = new LinkedHashMap<String, Integer>();
    named.put("b", sizes.get(0));
    named.put("m", sizes.get(1));
    named.put("n", sizes.get(2));
    named.put("k", sizes.get(3));
    named.put("ta", lhs);
    named.put("tb", rhs);
    return new Case(PRODUCT, false, false, DType.F32, named);
  }

  /**
   * {@return the product of a line, such as {@code product f32 1 384 384 64 0 1}}
   *
   * @throws IllegalArgumentException if it is none, with what a case needs
   */
  public static Case parse(String text) {
    return Operations.parse(text, List.of(PRODUCT));
  }

  private static List<CaseOperand> factors(Case of) {
    return List.of(factor(of, "ta", "m", "k"), factor(of, "tb", "k", "n"));
  }

  private static CaseOperand factor(Case of, String transposed, String rows, String columns) {
    var shape =
        of.size(transposed) == 1 ? of.shape("b", columns, rows) : of.shape("b", rows, columns);
    return new CaseOperand(
        of.size("b") == 1 ? Shape.of(shape.dim(1), shape.dim(2)) : shape,
        of.dtype(),
        Values.NORMAL,
        0);
  }

  private static Array transposed(Case of, String flag, Array x) {
    return of.size(flag) == 1 ? x.swapaxes(-1, -2) : x;
  }
}
