package io.cambric.conformance.jax;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.library.Library;
import io.cambric.conformance.library.Values;
import io.cambric.conformance.python.FreeNames;
import io.cambric.conformance.python.Interpreter;
import io.cambric.conformance.python.PyFunction;
import io.cambric.conformance.report.Check;
import io.cambric.core.Array;
import io.cambric.core.Jaxpr;
import io.cambric.lax.Lax;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Comparison of jaxprs with JAX's: a few functions, and their transformations.
 *
 * <p>The comparison is informative: a case passes if every program can be traced. The runner counts
 * the programs with the equations of JAX; {@code target/jaxprs} has both texts. The function of a
 * case is known by its id.
 */
public final class JaxprRunner implements CaseRunner {

  private static final Map<String, String> FUNCTIONS =
      Map.ofEntries(
          Map.entry("mul_sin", "lambda x: jnp.sin(x) * x"),
          Map.entry("relu_sum", "lambda x: jnp.sum(jnp.maximum(x, 0.0))"),
          Map.entry("nn_relu", "lambda x: jnp.sum(jax.nn.relu(x))"),
          Map.entry("matmul_bias", "lambda x, w: jnp.sum(jnp.tanh(x @ w + 1.0))"),
          Map.entry("logsumexp", "lambda x: jax.nn.logsumexp(x)"),
          Map.entry("softmax", "lambda x: jax.nn.softmax(x)[0]"),
          Map.entry("cond", "lambda x: lax.cond(x > 0, lambda y: y * 2.0, lambda y: -y, x)"),
          Map.entry("scan", "lambda x: lax.scan(lambda c, t: (c * t, c), x, jnp.arange(3.0))[0]"),
          Map.entry("while", "lambda x: lax.while_loop(lambda c: c < 10.0, lambda c: c * 2.0, x)"),
          Map.entry("fori", "lambda x: lax.fori_loop(0, 3, lambda i, c: c * x, x)"),
          Map.entry("gather", "lambda x: jnp.sum(x[jnp.array([0, 2])])"),
          Map.entry("at_add", "lambda x: jnp.sum(x.at[1].add(2.0))"),
          Map.entry("jit_nested", "lambda x: jax.jit(lambda y: y * y)(x) + 1.0"),
          Map.entry("checkpoint", "lambda x: jax.checkpoint(lambda y: jnp.sin(y))(x) * 2.0"),
          Map.entry("where", "lambda x: jnp.sum(jnp.where(x > 0, x, 0.0))"),
          Map.entry("mean_var", "lambda x: jnp.var(x)"),
          Map.entry("promote", "lambda x, n: jnp.sum(x * n)"));

  /** The transformations of a function f. */
  private static final Map<String, String> FORMS =
      Map.of(
          "plain", "f",
          "grad", "jax.grad(f)",
          "jvp", "lambda *xs: jax.jvp(f, xs, xs)",
          "vmap", "jax.vmap(f)",
          "jit", "jax.jit(f)",
          "vmap_grad", "jax.vmap(jax.grad(f))");

  private static final int LANES = 4;

  /** The results and the operation of an equation, wherever it stands. */
  private static final Pattern EQUATION =
      Pattern.compile("((?:\\w+:\\w+\\[[^\\]]*\\] )+)= ([\\w-]+)");

  private static final Pattern AVAL = Pattern.compile("(\\w+)\\[([\\d,]*)\\]");

  private final Library library;
  private final Interpreter interpreter;
  private int programs;
  private int agreeing;

  /** Makes a runner over a library. */
  public JaxprRunner(Library library) {
    this.library = library;
    this.interpreter = new Interpreter(library);
  }

  /** {@return how many programs had the equations of JAX so far; empty if none ran} */
  public String summary() {
    return programs == 0
        ? ""
        : "jax/jaxprs: %d of %d programs have the equations of JAX%n".formatted(agreeing, programs);
  }

  @Override
  public void run(GoldenCase golden, Check check) {
    var function = FUNCTIONS.get(golden.id());
    if (function == null) {
      throw new UnsupportedFeature("jaxpr:" + golden.id());
    }
    var missing = library.missing(FreeNames.ofExpression(function, Set.of()));
    if (!missing.isEmpty()) {
      throw new UnsupportedFeature(missing);
    }
    var texts = new LinkedHashMap<String, String>();
    FORMS.forEach((form, text) -> {
      var expected = golden.json().has(form) ? golden.text(form) : "raises";
      if (!expected.startsWith("raises") && !expected.endsWith("let  in () }")) {
        var jaxpr = trace(golden, function, text, form.startsWith("vmap"));
        programs++;
        agreeing += equations(expected).equals(equations(jaxpr.toText())) ? 1 : 0;
        texts.put(form, "JAX\n%s\nCambric\n%s\n".formatted(expected, jaxpr));
      }
    });
    check.equal("no program was traced", false, texts.isEmpty());
    write(golden.id(), texts);
  }

  private Jaxpr trace(GoldenCase golden, String function, String form, boolean mapped) {
    var f = interpreter.evaluate(function, Map.of());
    var made = (PyFunction) interpreter.evaluate(form, Collections.singletonMap("f", f));
    Fn<List<Array>, @Nullable Object> traced =
        arguments -> made.call(new ArrayList<>(arguments), Map.of());
    return Transforms.makeJaxpr(traced, arguments(golden, mapped));
  }

  private static List<Array> arguments(GoldenCase golden, boolean mapped) {
    var arguments = new ArrayList<Array>();
    for (var node : golden.json().get("inputs")) {
      var aval = AVAL.matcher(node.asString());
      if (!aval.matches()) {
        throw new IllegalArgumentException("no type of an input: " + node);
      }
      var shape = Shape.scalar();
      for (var dim : aval.group(2).isEmpty() ? new String[0] : aval.group(2).split(",")) {
        shape = shape.insert(shape.rank(), Integer.parseInt(dim));
      }
      var zero = Values.array(0).astype(GoldenCase.dtype(aval.group(1)));
      var whole = mapped ? shape.insert(0, LANES) : shape;
      arguments.add(Lax.broadcastInDim(zero, whole, Axes.of()));
    }
    return arguments;
  }

  /** {@return operations with the types of their results, those of inner programs in place} */
  private static List<String> equations(String text) {
    var equations = new ArrayList<String>();
    var matcher = EQUATION.matcher(text);
    while (matcher.find()) {
      // Cotangents are added by the operation that adds all else.
      var operation = matcher.group(2).equals("add_any") ? "add" : matcher.group(2);
      equations.add(operation + matcher.group(1).replaceAll("\\w+:", " "));
    }
    return equations;
  }

  private static void write(String id, Map<String, String> texts) {
    try {
      var folder = Files.createDirectories(Path.of("target", "jaxprs"));
      var all = new StringBuilder();
      texts.forEach((form, text) -> all.append("== ").append(form).append('\n').append(text));
      Files.writeString(folder.resolve(id + ".txt"), all);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
