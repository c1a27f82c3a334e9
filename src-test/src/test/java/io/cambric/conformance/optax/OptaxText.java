package io.cambric.conformance.optax;

import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.python.Interpreter;
import io.cambric.conformance.python.Namespace;
import io.cambric.conformance.python.PyFunction;
import io.cambric.conformance.python.PythonException;
import io.cambric.optax.Optax;
import io.cambric.optax.base.GradientTransformation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A reader of transformations that a case gives as calls such as {@code adam(0.1)}. */
public final class OptaxText implements Namespace {

  /** The names of positional arguments, of which a call may give the first ones. */
  private static final Map<String, List<String>> PARAMETERS =
      Map.of(
          "clip_by_global_norm", List.of("max_norm"),
          "add_decayed_weights", List.of("weight_decay"),
          "trace", List.of("decay"),
          "scale", List.of("step_size"),
          "sgd", List.of("learning_rate"),
          "adam", List.of("learning_rate"),
          "adamw", List.of("learning_rate"),
          "warmup_cosine_decay_schedule",
              List.of("init_value", "peak_value", "warmup_steps", "decay_steps", "end_value"));

  private static final Interpreter INTERPRETER = new Interpreter(new OptaxText());

  private OptaxText() {}

  /**
   * {@return the transformation of a text, in which {@code name value} may stand for {@code
   * name=value}}
   */
  public static GradientTransformation of(String text) {
    var call = text.replaceAll("(\\w+) ([-\\d.][-\\w.]*)", "$1=$2");
    return (GradientTransformation) Objects.requireNonNull(INTERPRETER.evaluate(call, Map.of()));
  }

  /** {@return the chain of the texts of a description} */
  static GradientTransformation build(JsonNode optimizer) {
    var parts =
        StreamSupport.stream(optimizer.get("chain").spliterator(), false)
            .map(text -> INTERPRETER.evaluate(text.asString(), Map.of()))
            .toArray(GradientTransformation[]::new);
    // A description of one call carries the name of that.
    return optimizer.get("name").asString().equals("chain") ? Optax.chain(parts) : parts[0];
  }

  @Override
  public Object global(String dottedName) {
    if (dottedName.equals("chain")) {
      return (PyFunction) (args, _) -> Optax.chain(args.toArray(GradientTransformation[]::new));
    }
    if (dottedName.equals("MultiSteps")) {
      return (PyFunction)
          (args, _) ->
              Optax.multiSteps(
                  (GradientTransformation) Objects.requireNonNull(args.get(0)),
                  ((Number) Objects.requireNonNull(args.get(1))).intValue());
    }
    if (dottedName.equals("normalize")) {
      return (PyFunction) (_, _) -> Builder.transformationOf("contrib.normalize", Map.of());
    }
    var names = PARAMETERS.get(dottedName);
    if (names == null) {
      throw new UnsupportedFeature("transformation:" + dottedName);
    }
    return (PyFunction)
        (args, kwargs) -> {
          var arguments = new LinkedHashMap<String, Object>();
          for (int i = 0; i < args.size(); i++) {
            arguments.put(names.get(i), args.get(i));
          }
          arguments.putAll(kwargs);
          return dottedName.endsWith("_schedule")
              ? Builder.schedule(dottedName, arguments)
              : Builder.transformationOf(dottedName, arguments);
        };
  }

  @Override
  public @Nullable Object attribute(Object of, String name) {
    throw none();
  }

  @Override
  public @Nullable Object unary(String operator, Object of) {
    throw none();
  }

  @Override
  public @Nullable Object binary(String operator, @Nullable Object left, @Nullable Object right) {
    throw none();
  }

  @Override
  public @Nullable Object index(Object of, @Nullable Object index) {
    throw none();
  }

  @Override
  public boolean truth(Object value) {
    throw none();
  }

  @Override
  public Number number(Object value) {
    throw none();
  }

  @Override
  public List<@Nullable Object> items(Object value) {
    throw none();
  }

  private static PythonException none() {
    return new PythonException("a transformation has neither operators nor attributes");
  }
}
