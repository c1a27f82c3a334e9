package io.cambric.core;

import io.cambric.array.DType;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Prints jaxprs in the notation of JAX: {@code { lambda ; a:f32[3]. let b:f32[3] = sin a in (b,)
 * }}.
 */
final class JaxprText {

  private final Map<Atom.Var, String> names = new IdentityHashMap<>();

  private JaxprText() {}

  static String of(Jaxpr jaxpr) {
    return new JaxprText().print(jaxpr);
  }

  private String print(Jaxpr jaxpr) {
    var text = new StringBuilder("{ lambda ; ");
    text.append(jaxpr.inputs().stream().map(this::binder).collect(Collectors.joining(" ")));
    text.append(". let\n");
    for (var eqn : jaxpr.eqns()) {
      var left = eqn.outputs().stream().map(this::binder).collect(Collectors.joining(" "));
      var params = eqn.primitive().paramsText();
      var right = eqn.inputs().stream().map(this::use).collect(Collectors.joining(" "));
      text.append("    ").append(left).append(" = ").append(eqn.primitive().name());
      text.append(params.isEmpty() ? "" : "[" + params + "]").append(' ').append(right);
      text.append('\n');
    }
    var outputs = jaxpr.outputs().stream().map(this::use).collect(Collectors.joining(", "));
    return text.append("  in (")
        .append(outputs)
        .append(jaxpr.outputs().size() == 1 ? ",) }" : ") }")
        .toString();
  }

  private String binder(Atom.Var variable) {
    names.put(variable, name(names.size()));
    return names.get(variable) + ":" + variable.aval().toText();
  }

  private String use(Atom atom) {
    return switch (atom) {
      case Atom.Var variable -> names.getOrDefault(variable, "?");
      case Atom.Literal literal -> literalText(literal) + ":" + literal.aval().toText();
    };
  }

  private static String literalText(Atom.Literal literal) {
    double value = literal.value();
    if (literal.aval().dtype() == DType.BOOL) {
      return value != 0 ? "True" : "False";
    }
    if (!literal.aval().dtype().isFloating()) {
      return Long.toString((long) value);
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    if (Double.isNaN(value)) {
      return "nan";
    }
    return literal.aval().dtype() == DType.F64
        ? Double.toString(value)
        : Float.toString((float) value);
  }

  private static String name(int number) {
    var name = new StringBuilder();
    for (int n = number; n >= 0; n = n / 26 - 1) {
      name.insert(0, (char) ('a' + n % 26));
    }
    return name.toString();
  }
}
