package io.cambric.benchmarks.sweep;

import static io.cambric.benchmarks.sweep.Family.FLOAT;
import static io.cambric.benchmarks.sweep.Family.WIDE;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.numpy.Linalg;
import io.cambric.numpy.ScipyLinalg;
import io.cambric.numpy.option.AssumeA;
import java.util.List;

/** Factorisations, systems of equations, and what rests on them. */
final class LinearAlgebraRows {

  /** The square of a side, and a few columns. */
  private static final long MOST = 10_000_000;

  private static final String SIDE = "n:1-400 n";
  private static final String WELL = "well " + SIDE;
  private static final String SPD = "spd " + SIDE;
  private static final String SYMMETRIC = "symmetric n:1-200 n";
  private static final String TALL = "n+m:1-200 n:1-200";
  private static final String SMALL_TALL = "n+m:1-100 n:1-100";
  private static final String RIGHT = ", n k:1-100";

  private LinearAlgebraRows() {}

  static List<Family> families() {
    return List.of(lax(), linalg(), scipy(), simple());
  }

  private static Family lax() {
    return new Family("lax.linalg", MOST, false)
        .add("lax.cholesky", WIDE, SPD, x -> Lax.cholesky(x, true))
        .add("lax.eigh", WIDE, SYMMETRIC, x -> Lax.eigh(x, true, true))
        .forward("lax.geqrf", WIDE, TALL, Lax::geqrf)
        .add("lax.linearSolve", WIDE, WELL + RIGHT, Lax::linearSolve)
        .add("lax.lu", WIDE, WELL, x -> Lax.lu(x).getFirst())
        .forward(
            "lax.luPivotsToPermutation",
            Family.WHOLE,
            "ids(1) n:1-400",
            x -> Lax.luPivotsToPermutation(x, x.dim(0)))
        .add(
            "lax.luSolve",
            WIDE,
            WELL + RIGHT,
            (a, b) -> {
              var factored = Lax.lu(a);
              return Lax.luSolve(factored.get(0), factored.get(2), b, false);
            })
        .add("lax.qr", WIDE, TALL, x -> Lax.qr(x, false))
        .add("lax.svd", WIDE, SMALL_TALL, x -> Lax.svd(x, false, true))
        .add(
            "lax.triangularSolve",
            WIDE,
            WELL + RIGHT,
            (a, b) -> Lax.triangularSolve(a, b, true, true, false, false));
  }

  private static Family linalg() {
    return new Family("linalg", MOST, false)
        .add("linalg.cholesky", WIDE, SPD, x -> Linalg.cholesky(x))
        .add("linalg.cholesky:batch", WIDE, "spd b:1-200 n:1-40 n", x -> Linalg.cholesky(x))
        .forward("linalg.cond", WIDE, "well n:1-100 n", x -> Linalg.cond(x))
        .add("linalg.det", WIDE, WELL, Linalg::det)
        .add("linalg.eigh", WIDE, SYMMETRIC, x -> Linalg.eigh(x))
        .add("linalg.eigvalsh", WIDE, SYMMETRIC, x -> Linalg.eigvalsh(x))
        .add("linalg.inv", WIDE, WELL, Linalg::inv)
        .add("linalg.inv:batch", WIDE, "well b:1-200 n:1-40 n", Linalg::inv)
        .add(
            "linalg.lstsq", WIDE, "n+m:1-100 n:1-100, n+m k:1-10", (a, b) -> Linalg.lstsq(a, b).x())
        .add("linalg.matrixPower", WIDE, SIDE, x -> Linalg.matrixPower(x, 5))
        .forward("linalg.matrixRank", WIDE, SMALL_TALL, x -> Linalg.matrixRank(x))
        .add(
            "linalg.nuclearNorm",
            WIDE,
            SMALL_TALL,
            x -> Linalg.nuclearNorm(x, Axes.of(0, 1), false))
        .add("linalg.pinv", WIDE, SMALL_TALL, x -> Linalg.pinv(x))
        .add("linalg.qr", WIDE, TALL, x -> Linalg.qr(x))
        .forward("linalg.qrRaw", WIDE, TALL, x -> Linalg.qrRaw(x))
        .add("linalg.slogdet", WIDE, SPD, x -> Linalg.slogdet(x))
        .add("linalg.solve", WIDE, WELL + RIGHT, Linalg::solve)
        .add("linalg.solve:batch", WIDE, "well b:1-200 n:1-40 n, b n k:1-20", Linalg::solve)
        .add("linalg.svd", WIDE, SMALL_TALL, x -> Linalg.svd(x, false))
        .add("linalg.svdvals", WIDE, SMALL_TALL, x -> Linalg.svdvals(x))
        .add("linalg.tensorinv", WIDE, "well 4*n:1-60 4*n", Linearised::inverse)
        .add("linalg.tensorsolve", WIDE, "well 4*n:1-60 4*n, 4*n", Linearised::solution);
  }

  private static Family scipy() {
    return new Family("scipy.linalg", MOST, false)
        .add(
            "scipy.blockDiag",
            FLOAT,
            "a:1-500 b:1-500, c:1-500 d:1-500",
            (x, y) -> ScipyLinalg.blockDiag(x, y))
        .add("scipy.choFactor", WIDE, SPD, x -> ScipyLinalg.choFactor(x))
        .add("scipy.cholesky", WIDE, SPD, x -> ScipyLinalg.cholesky(x))
        .add(
            "scipy.choSolve",
            WIDE,
            SPD + RIGHT,
            (a, b) -> ScipyLinalg.choSolve(ScipyLinalg.choFactor(a), b))
        .add("scipy.expm", WIDE, "small n:1-100 n", x -> ScipyLinalg.expm(x))
        .add("scipy.lu", WIDE, WELL, x -> ScipyLinalg.lu(x))
        .add("scipy.luFactor", WIDE, WELL, x -> ScipyLinalg.luFactor(x))
        .add(
            "scipy.luSolve",
            WIDE,
            WELL + RIGHT,
            (a, b) -> ScipyLinalg.luSolve(ScipyLinalg.luFactor(a), b))
        .forward("scipy.pivotedQr", WIDE, SMALL_TALL, x -> ScipyLinalg.pivotedQr(x, false))
        .add("scipy.solve", WIDE, SPD + RIGHT, (a, b) -> ScipyLinalg.solve(a, b, true, AssumeA.POS))
        .add(
            "scipy.solveTriangular",
            WIDE,
            WELL + RIGHT,
            (a, b) -> ScipyLinalg.solveTriangular(a, b, true))
        .add("scipy.toeplitz", FLOAT, "n:1-1400", x -> ScipyLinalg.toeplitz(x));
  }

  private static Family simple() {
    return new Family("norms and parts", 2_000_000, true)
        .add("linalg.diagonal", FLOAT, "a b", x -> Linalg.diagonal(x).mul(2))
        .add(
            "linalg.frobeniusNorm",
            FLOAT,
            "a b",
            x -> Linalg.frobeniusNorm(x, Axes.of(0, 1), false))
        .add("linalg.matrixNorm", FLOAT, "a b", x -> Linalg.matrixNorm(x))
        .add("linalg.matrixTranspose", FLOAT, "a b", Linalg::matrixTranspose)
        .add("linalg.norm", FLOAT, "a b", x -> Linalg.norm(x))
        .add("linalg.trace", FLOAT, "a b", x -> Linalg.trace(x))
        .add("linalg.vectorNorm", FLOAT, "a b", x -> Linalg.vectorNorm(x));
  }

  /** Tensors that are matrices with the first axis divided by four. */
  private static final class Linearised {

    static Object inverse(Array x) {
      return Linalg.tensorinv(x.reshape(4, -1, x.dim(1)), 2);
    }

    static Object solution(Array a, Array b) {
      return Linalg.tensorsolve(a.reshape(4, -1, a.dim(1)), b.reshape(4, -1));
    }
  }
}
