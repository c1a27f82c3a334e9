package io.cambric.conformance.library;

import io.cambric.array.Axes;
import io.cambric.conformance.python.Tuple;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.numpy.Linalg;
import io.cambric.numpy.ScipyLinalg;
import io.cambric.numpy.option.RankOptions;
import io.cambric.numpy.result.ChoFactor;
import io.cambric.numpy.result.LuFactor;
import java.util.List;

/**
 * Functions of {@code jnp.linalg}, {@code lax.linalg} and {@code jax.scipy.linalg} with options.
 */
final class LinalgTable {

  private LinalgTable() {}

  static void fill(Table table) {
    factorisations(table);
    equations(table);
    norms(table);
    ofLax(table);
    ofScipy(table);
  }

  private static void factorisations(Table table) {
    table.put(
        "jnp.linalg.cholesky(a, *, upper, symmetrize_input)",
        a ->
            Linalg.cholesky(
                a.array("a"), a.flag("upper", false), a.flag("symmetrize_input", true)));
    table.put(
        "jnp.linalg.eigh(a, UPLO, symmetrize_input)",
        a -> Linalg.eigh(a.array("a"), isLower(a), a.flag("symmetrize_input", true)));
    table.put(
        "jnp.linalg.eigvalsh(a, UPLO, *, symmetrize_input)",
        a -> Linalg.eigvalsh(a.array("a"), isLower(a), a.flag("symmetrize_input", true)));
    table.put(
        "jnp.linalg.qr(a, mode)",
        a -> {
          var mode = a.text("mode", "reduced");
          if (mode.equals("raw")) {
            return Linalg.qrRaw(a.array("a"));
          }
          var qr = Linalg.qr(a.array("a"), mode.equals("complete"));
          return mode.equals("r") ? qr.r() : qr;
        });
    table.put(
        "jnp.linalg.svd(a, full_matrices, compute_uv, hermitian)",
        a -> {
          boolean hermitian = a.flag("hermitian", false);
          return a.flag("compute_uv", true)
              ? Linalg.svd(a.array("a"), a.flag("full_matrices", true), hermitian)
              : Linalg.svdvals(a.array("a"), hermitian);
        });
  }

  private static boolean isLower(Arguments a) {
    return a.text("UPLO", "L").equals("L");
  }

  private static void equations(Table table) {
    table.put(
        "jnp.linalg.pinv(a, rtol, hermitian, *, rcond)",
        a -> Linalg.pinv(a.array("a"), rankOptions(a, "rcond")));
    table.put(
        "jnp.linalg.lstsq(a, b, rcond)",
        a ->
            a.has("rcond")
                ? Linalg.lstsq(a.array("a"), a.array("b"), a.number("rcond", 0))
                : Linalg.lstsq(a.array("a"), a.array("b")));
    table.put(
        "jnp.linalg.matrix_rank(M, rtol, *, hermitian, tol)",
        a -> Linalg.matrixRank(a.array("M"), rankOptions(a, "tol")));
    table.put(
        "jnp.linalg.tensorinv(a, ind)", a -> Linalg.tensorinv(a.array("a"), a.integer("ind", 2)));
    table.put("jnp.linalg.tensordot(x1, x2, *, axes)", LinalgTable::tensordot);
    table.put(
        "jnp.linalg.vecdot(x1, x2, *, axis)",
        a -> Linalg.vecdot(a.array("x1"), a.array("x2"), a.integer("axis", -1)));
    table.put(
        "jnp.linalg.cross(x1, x2, *, axis)",
        a -> Linalg.cross(a.array("x1"), a.array("x2"), a.integer("axis", -1)));
    table.put(
        "jnp.linalg.diagonal(x, *, offset)",
        a -> Linalg.diagonal(a.array("x"), a.integer("offset", 0)));
    table.put(
        "jnp.linalg.trace(x, *, offset)", a -> Linalg.trace(a.array("x"), a.integer("offset", 0)));
  }

  private static RankOptions rankOptions(Arguments a, String alias) {
    var name = a.has("rtol") ? "rtol" : alias;
    var tolerant = a.has(name) ? RankOptions.DEFAULT.withRtol(a.array(name)) : RankOptions.DEFAULT;
    return tolerant.withHermitian(a.flag("hermitian", false));
  }

  private static Array tensordot(Arguments a) {
    if (!a.has("axes") || Values.isInteger(a.get("axes"))) {
      return Linalg.tensordot(a.array("x1"), a.array("x2"), a.integer("axes", 2));
    }
    var pair = a.list("axes");
    return Linalg.tensordot(
        a.array("x1"),
        a.array("x2"),
        Axes.of(Values.integers(pair.get(0))),
        Axes.of(Values.integers(pair.get(1))));
  }

  private static void norms(Table table) {
    table.put("jnp.linalg.norm(x, ord, axis, keepdims)", LinalgTable::norm);
    table.put(
        "jnp.linalg.matrix_norm(x, *, keepdims, ord)",
        a -> matrixNorm(a, Axes.of(-2, -1), a.get("ord")));
    table.put(
        "jnp.linalg.vector_norm(x, *, axis, keepdims, ord)",
        a -> Linalg.vectorNorm(a.array("x"), a.number("ord", 2), axes(a), keep(a)));
    table.put("jnp.linalg.cond(x, p)", a -> Linalg.cond(a.array("x"), a.number("p", 2)));
  }

  private static Array norm(Arguments a) {
    if (!a.has("ord") && !a.has("axis")) {
      return Linalg.vectorNorm(a.array("x"), 2, axes(a), keep(a));
    }
    var axes = axes(a);
    return axes.size() == 2
        ? matrixNorm(a, axes, a.get("ord"))
        : Linalg.norm(a.array("x"), a.number("ord", 2), axes, keep(a));
  }

  private static Array matrixNorm(Arguments a, Axes axes, Object order) {
    var x = a.array("x");
    return switch (order == null ? "fro" : order.toString()) {
      case "fro", "f" -> Linalg.frobeniusNorm(x, axes, keep(a));
      case "nuc" -> Linalg.nuclearNorm(x, axes, keep(a));
      default -> Linalg.matrixNorm(x, a.number("ord", 2), axes, keep(a));
    };
  }

  private static Axes axes(Arguments a) {
    return a.has("axis") ? Axes.of(a.integers("axis")) : Axes.range(0, a.array("x").rank());
  }

  private static boolean keep(Arguments a) {
    return a.flag("keepdims", false);
  }

  private static void ofLax(Table table) {
    table.put(
        "lax.linalg.cholesky(x, *, symmetrize_input)",
        a -> Lax.cholesky(a.array("x"), a.flag("symmetrize_input", true)));
    table.put(
        "lax.linalg.eigh(x, *, lower, symmetrize_input)",
        a ->
            Tuple.of(
                Lax.eigh(a.array("x"), a.flag("lower", true), a.flag("symmetrize_input", true))));
    table.put("lax.linalg.lu(x)", a -> Tuple.of(Lax.lu(a.array("x"))));
    table.put(
        "lax.linalg.qr(x, *, pivoting, full_matrices)",
        a ->
            Tuple.of(
                Lax.qr(a.array("x"), a.flag("full_matrices", true), a.flag("pivoting", false))));
    table.put(
        "lax.linalg.svd(x, *, full_matrices, compute_uv)",
        a -> {
          var all =
              Lax.svd(a.array("x"), a.flag("full_matrices", true), a.flag("compute_uv", true));
          return all.size() == 1 ? all.getFirst() : Tuple.of(all);
        });
    table.put(
        "lax.linalg.triangular_solve(a, b, *, left_side, lower, transpose_a, conjugate_a,"
            + " unit_diagonal)",
        LinalgTable::triangularSolve);
  }

  /** A right-hand side of one axis less is vectors. */
  private static Array triangularSolve(Arguments a) {
    boolean left = a.flag("left_side", false);
    var b = a.array("b");
    boolean vector = b.rank() == a.array("a").rank() - 1;
    int axis = left ? b.rank() : b.rank() - 1;
    var x =
        Lax.triangularSolve(
            a.array("a"),
            vector ? Lax.expandDims(b, Axes.of(axis)) : b,
            left,
            a.flag("lower", false),
            a.flag("transpose_a", false),
            a.flag("unit_diagonal", false));
    return vector ? Lax.squeeze(x, Axes.of(axis)) : x;
  }

  private static void ofScipy(Table table) {
    table.put(
        "jax.scipy.linalg.cholesky(a, lower)",
        a -> ScipyLinalg.cholesky(a.array("a"), a.flag("lower", false)));
    table.put(
        "jax.scipy.linalg.cho_factor(a, lower)",
        a -> {
          var factor = ScipyLinalg.choFactor(a.array("a"), a.flag("lower", false));
          return Tuple.of(factor.c(), factor.lower());
        });
    table.put(
        "jax.scipy.linalg.cho_solve(c_and_lower, b)",
        a -> {
          var pair = a.list("c_and_lower");
          var factor = new ChoFactor(Values.array(pair.get(0)), Values.truth(pair.get(1)));
          return ScipyLinalg.choSolve(factor, a.array("b"));
        });
    table.put(
        "jax.scipy.linalg.solve_triangular(a, b, trans, lower, unit_diagonal)",
        a ->
            ScipyLinalg.solveTriangular(
                a.array("a"),
                a.array("b"),
                a.flag("lower", false),
                isTransposed(a),
                a.flag("unit_diagonal", false)));
    table.put("jax.scipy.linalg.lu_factor(a)", a -> ScipyLinalg.luFactor(a.array("a")));
    table.put(
        "jax.scipy.linalg.lu_solve(lu_and_piv, b, trans)",
        a -> {
          var pair = a.arrays("lu_and_piv");
          var factor = new LuFactor(pair.get(0), pair.get(1));
          return ScipyLinalg.luSolve(factor, a.array("b"), isTransposed(a));
        });
    table.put(
        "jax.scipy.linalg.expm(A, *, upper_triangular, max_squarings)",
        a ->
            ScipyLinalg.expm(
                a.array("A"), a.flag("upper_triangular", false), a.integer("max_squarings", 16)));
    table.put(
        "jax.scipy.linalg.toeplitz(c, r)",
        a -> ScipyLinalg.toeplitz(a.array("c"), a.has("r") ? a.array("r") : null));
    table.put(
        "jax.scipy.linalg.eigh(a, *, lower, eigvals_only)",
        a -> {
          var eigen = Linalg.eigh(a.array("a"), a.flag("lower", true), false);
          return a.flag("eigvals_only", false) ? eigen.eigenvalues() : eigen;
        });
    table.put(
        "jax.scipy.linalg.qr(a, *, mode, pivoting)",
        a -> {
          var mode = a.text("mode", "full");
          boolean complete = !mode.equals("economic");
          if (a.flag("pivoting", false)) {
            var pivoted = ScipyLinalg.pivotedQr(a.array("a"), complete);
            return mode.equals("r") ? Tuple.of(pivoted.r(), pivoted.p()) : pivoted;
          }
          var qr = Linalg.qr(a.array("a"), complete);
          return mode.equals("r") ? Tuple.of(List.of(qr.r())) : qr;
        });
    table.put(
        "jax.scipy.linalg.svd(a, full_matrices, compute_uv)",
        a ->
            a.flag("compute_uv", true)
                ? Linalg.svd(a.array("a"), a.flag("full_matrices", true))
                : Linalg.svdvals(a.array("a")));
  }

  private static boolean isTransposed(Arguments a) {
    var trans = a.text("trans", "0");
    return !trans.equals("0") && !trans.equals("N");
  }
}
