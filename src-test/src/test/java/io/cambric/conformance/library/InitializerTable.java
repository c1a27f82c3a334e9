package io.cambric.conformance.library;

import io.cambric.array.Axes;
import io.cambric.numpy.Initializer;
import io.cambric.numpy.Initializers;
import io.cambric.numpy.VarianceScaling;
import java.util.Locale;

/** The initializers of {@code jax.nn.initializers}, which Flax has too. */
final class InitializerTable {

  private static final String AXES = "in_axis, out_axis, batch_axis";

  private InitializerTable() {}

  /** Makes an initializer of arguments. */
  private interface Factory {
    Initializer make(Arguments a);
  }

  static void fill(Table table) {
    put(table, "zeros()", _ -> Initializers.zeros());
    put(table, "ones()", _ -> Initializers.ones());
    put(table, "zeros_init()", _ -> Initializers.zeros());
    put(table, "ones_init()", _ -> Initializers.ones());
    put(table, "constant(value)", a -> Initializers.constant(a.number("value", 0)));
    put(table, "normal(stddev)", a -> Initializers.normal(a.number("stddev", 0.01)));
    put(table, "uniform(scale)", a -> Initializers.uniform(a.number("scale", 0.01)));
    put(
        table,
        "truncated_normal(stddev, lower, upper)",
        a ->
            Initializers.truncatedNormal(
                a.number("stddev", 0.01), a.number("lower", -2), a.number("upper", 2)));
    put(
        table,
        "orthogonal(scale, column_axis)",
        a -> Initializers.orthogonal(a.number("scale", 1), a.integer("column_axis", -1)));
    put(
        table,
        "delta_orthogonal(scale, column_axis)",
        a -> Initializers.deltaOrthogonal(a.number("scale", 1), a.integer("column_axis", -1)));
    put(
        table,
        "variance_scaling(scale, mode, distribution, " + AXES + ")",
        a ->
            withAxes(
                Initializers.varianceScaling(
                    a.number("scale", 1),
                    constant(VarianceScaling.Mode.class, a.text("mode", "")),
                    constant(VarianceScaling.Distribution.class, a.text("distribution", ""))),
                a));
    scaling(table, "lecun_normal", Initializers.lecunNormal());
    scaling(table, "lecun_uniform", Initializers.lecunUniform());
    scaling(table, "glorot_normal", Initializers.glorotNormal());
    scaling(table, "glorot_uniform", Initializers.glorotUniform());
    scaling(table, "xavier_normal", Initializers.xavierNormal());
    scaling(table, "xavier_uniform", Initializers.xavierUniform());
    scaling(table, "he_normal", Initializers.heNormal());
    scaling(table, "he_uniform", Initializers.heUniform());
    scaling(table, "kaiming_normal", Initializers.kaimingNormal());
    scaling(table, "kaiming_uniform", Initializers.kaimingUniform());
  }

  private static void scaling(Table table, String name, VarianceScaling scaling) {
    put(table, name + "(" + AXES + ")", a -> withAxes(scaling, a));
  }

  private static void put(Table table, String signature, Factory factory) {
    table.put("jax.nn.initializers." + signature, a -> new InitializerValue(factory.make(a)));
  }

  private static Initializer withAxes(VarianceScaling scaling, Arguments a) {
    if (!a.has("in_axis") && !a.has("out_axis") && !a.has("batch_axis")) {
      return scaling;
    }
    return scaling.withAxes(
        axes(a, "in_axis", Axes.of(-2)),
        axes(a, "out_axis", Axes.of(-1)),
        axes(a, "batch_axis", Axes.of()));
  }

  private static Axes axes(Arguments a, String name, Axes otherwise) {
    return a.has(name) ? Axes.of(a.integers(name)) : otherwise;
  }

  private static <E extends Enum<E>> E constant(Class<E> type, String name) {
    return Enum.valueOf(type, name.toUpperCase(Locale.ROOT));
  }
}
