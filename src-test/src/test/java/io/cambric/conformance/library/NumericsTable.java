package io.cambric.conformance.library;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Special;
import io.cambric.numpy.option.ConvolveMode;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Special functions, polynomials, convolutions and covariances with optional parameters. */
final class NumericsTable {

  private NumericsTable() {}

  static void fill(Table table) {
    for (var module : List.of("jax.nn", "jax.scipy.special")) {
      table.put(
          module + ".logsumexp(a, axis, b, keepdims, return_sign, where)",
          NumericsTable::logsumexp);
    }
    table.put(
        "jax.scipy.special.softmax(x, axis)",
        a -> Special.softmax(a.array("x"), a.integersOrNone("axis")));
    table.put(
        "jax.scipy.special.log_softmax(x, axis)",
        a -> Special.logSoftmax(a.array("x"), a.integersOrNone("axis")));
    table.put(
        "jnp.convolve(a, v, mode)",
        a -> Numpy.convolve(a.array("a"), a.array("v"), mode(a, "full")));
    table.put(
        "jnp.correlate(a, v, mode)",
        a -> Numpy.correlate(a.array("a"), a.array("v"), mode(a, "valid")));
    table.put("jnp.polyval(p, x, *, unroll)", a -> Numpy.polyval(a.array("p"), a.array("x")));
    table.put(
        "jnp.vander(x, N, increasing)",
        a ->
            Numpy.vander(
                a.array("x"), a.integer("N", a.array("x").dim(0)), a.flag("increasing", false)));
    table.put(
        "jnp.trapezoid(y, x, dx, axis)",
        a ->
            a.has("x")
                ? Numpy.trapezoid(a.array("y"), a.array("x"), a.integer("axis", -1))
                : Numpy.trapezoid(a.array("y"), a.number("dx", 1), a.integer("axis", -1)));
    table.put("jnp.cross(a, b, axisa, axisb, axisc, axis)", NumericsTable::cross);
    table.put("jnp.cov(m, y, rowvar, bias, ddof, fweights, aweights)", NumericsTable::cov);
    table.put(
        "jnp.corrcoef(x, y, rowvar)",
        a -> Numpy.corrcoef(a.array("x"), optional(a, "y"), a.flag("rowvar", true)));
  }

  private static Object logsumexp(Arguments a) {
    var x = a.array("a");
    var axes = axes(a, x);
    boolean keep = a.flag("keepdims", false);
    if (a.flag("return_sign", false)) {
      return Numpy.logsumexpWithSign(x, axes, keep, optional(a, "where"), optional(a, "b"));
    }
    return Numpy.logsumexp(x, axes, keep, optional(a, "where"), optional(a, "b"));
  }

  private static Axes axes(Arguments a, Array x) {
    return a.has("axis") ? Axes.of(a.integers("axis")) : Axes.range(0, x.rank());
  }

  private static @Nullable Array optional(Arguments a, String name) {
    return a.has(name) ? a.array(name) : null;
  }

  private static ConvolveMode mode(Arguments a, String otherwise) {
    return ConvolveMode.valueOf(a.text("mode", otherwise).toUpperCase(Locale.ROOT));
  }

  private static Array cross(Arguments a) {
    int axis = a.integer("axis", -1);
    return a.has("axis")
        ? Numpy.cross(a.array("a"), a.array("b"), axis)
        : Numpy.cross(
            a.array("a"),
            a.array("b"),
            a.integer("axisa", -1),
            a.integer("axisb", -1),
            a.integer("axisc", -1));
  }

  private static Array cov(Arguments a) {
    double ddof = a.number("ddof", a.flag("bias", false) ? 0 : 1);
    return Numpy.cov(
        a.array("m"),
        optional(a, "y"),
        a.flag("rowvar", true),
        ddof,
        optional(a, "fweights"),
        optional(a, "aweights"));
  }
}
