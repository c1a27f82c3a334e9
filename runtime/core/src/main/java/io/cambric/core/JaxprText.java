package io.cambric.core;

import io.cambric.array.DType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Prints jaxprs in the notation of JAX: {@code { lambda ; a:f32[3]. let b:f32[3] = sin a in (b,)
 * }}, one equation a line. Results that nothing reads are called {@code _}, and programs inside of
 * a program continue its names.
 */
final class JaxprText {

  /** Longer parameters of an equation are printed one per line. */
  private static final int WIDTH = 80;

  private static final Pattern NEXT_PARAM = Pattern.compile(" (?=\\w+=)");

  private final Map<Atom.Var, String> names = new IdentityHashMap<>();
  private final StringBuilder text = new StringBuilder();

  private JaxprText() {}

  static String of(Jaxpr jaxpr) {
    var printer = new JaxprText();
    printer.print(jaxpr, 0);
    return printer.text.toString();
  }

  private void print(Jaxpr jaxpr, int indent) {
    var read = read(jaxpr);
    jaxpr.inputs().forEach(this::bind);
    text.append("{ lambda ; ").append(binders(jaxpr.inputs())).append(". let\n");
    for (var eqn : jaxpr.eqns()) {
      eqn.outputs().stream().filter(read::contains).forEach(this::bind);
      pad(indent + 4);
      print(eqn, indent + 4);
      text.append('\n');
    }
    pad(indent + 2);
    var outputs = jaxpr.outputs().stream().map(this::use).collect(Collectors.joining(", "));
    text.append("in (").append(outputs).append(jaxpr.outputs().size() == 1 ? ",) }" : ") }");
  }

  /** {@return the variables that something in the program reads} */
  private static Set<Atom> read(Jaxpr jaxpr) {
    Set<Atom> read = Collections.newSetFromMap(new IdentityHashMap<>());
    jaxpr.eqns().forEach(eqn -> read.addAll(eqn.inputs()));
    read.addAll(jaxpr.outputs());
    return read;
  }

  private void print(Eqn eqn, int indent) {
    var results = binders(eqn.outputs());
    var head = (results.isEmpty() ? "" : results + " = ") + eqn.primitive().name();
    var operands = eqn.inputs().stream().map(atom -> " " + use(atom)).collect(Collectors.joining());
    var params = eqn.primitive().paramsText();
    var programs = eqn.primitive().programs();
    var line = head + (params.isEmpty() ? "" : "[" + params + "]") + operands;
    if (programs.isEmpty() && indent + line.length() <= WIDTH) {
      text.append(line);
      return;
    }
    text.append(head).append('[');
    for (var param : params.isEmpty() ? new String[0] : NEXT_PARAM.split(params)) {
      newLine(indent + 2);
      text.append(param);
    }
    programs.forEach((name, bodies) -> printPrograms(name, bodies, indent + 2));
    newLine(indent);
    text.append(']').append(operands);
  }

  private void printPrograms(String name, List<Jaxpr> bodies, int indent) {
    newLine(indent);
    text.append(name).append('=');
    if (bodies.size() == 1) {
      print(bodies.getFirst(), indent);
      return;
    }
    text.append('(');
    for (var body : bodies) {
      newLine(indent + 2);
      print(body, indent + 2);
    }
    newLine(indent);
    text.append(')');
  }

  private void newLine(int indent) {
    text.append('\n');
    pad(indent);
  }

  private void pad(int indent) {
    text.repeat(' ', indent);
  }

  private void bind(Atom.Var variable) {
    // A program that occurs several times is printed with its first names again.
    names.computeIfAbsent(variable, _ -> name(names.size()));
  }

  private String binders(List<Atom.Var> variables) {
    var all = new ArrayList<String>();
    for (var variable : variables) {
      all.add(names.getOrDefault(variable, "_") + ":" + type(variable));
    }
    return String.join(" ", all);
  }

  private String use(Atom atom) {
    return switch (atom) {
      case Atom.Var variable -> names.getOrDefault(variable, "?");
      case Atom.Literal literal -> literalText(literal) + ":" + type(literal);
    };
  }

  /** JAX does not print that a type is weak. */
  private static String type(Atom atom) {
    return atom.aval().strong().toText();
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
