package io.cambric.conformance.flax;

import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.flax.errors.ErrorRunner;
import io.cambric.conformance.flax.sources.Sources;
import io.cambric.conformance.format.GoldenCase;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The runners of Flax's families, and the features of the families. */
public final class FlaxRunners {

  private static final ModuleFactory LAYERS = new ModuleFactory(JavaNames::layer);

  private FlaxRunners() {}

  /** {@return family to runner} */
  public static Map<String, CaseRunner> byFamily() {
    return Map.of(
        "errors", new ErrorRunner(),
        "functions", new FunctionRunner(),
        "layers", new ModuleRunner(_ -> LAYERS),
        "lifts", new ModuleRunner(FlaxRunners::ofSource),
        "naming-and-rng", new ModuleRunner(FlaxRunners::ofSource),
        "seeds", new SeedRunner(),
        "serialization", new SerializationRunner(),
        "initializers", new InitializerRunner(),
        "training", new TrainingRunner(FlaxRunners::ofSource),
        "utilities", new UtilityRunner());
  }

  /** {@return modules by the texts of a case, and layers} */
  static ModuleFactory ofSource(GoldenCase golden) {
    var defined = Sources.of(golden.text("source"));
    return new ModuleFactory(
        name -> defined.containsKey(name) ? Optional.of(defined.get(name)) : JavaNames.layer(name));
  }

  /** {@return whether there is a layer of a Flax name} */
  public static boolean hasModule(String name) {
    return JavaNames.layer(name).isPresent();
  }

  /** {@return whether a layer has an attribute, as in {@code Dense.use_bias}} */
  public static boolean hasAttribute(String name) {
    int dot = name.indexOf('.');
    return JavaNames.layer(name.substring(0, dot))
        .filter(type -> ModuleFactory.hasAttribute(type, name.substring(dot + 1)))
        .isPresent();
  }

  /** {@return whether a layer has a method, as in {@code Dense.call/1+mask}} */
  public static boolean hasCall(String name) {
    int dot = name.indexOf('.');
    int slash = name.indexOf('/');
    var parts = Arrays.asList(name.substring(slash + 1).split("\\+"));
    List<String> named = parts.subList(1, parts.size());
    return JavaNames.layer(name.substring(0, dot))
        .filter(type ->
            ModuleCall.exists(
                type, name.substring(dot + 1, slash), Integer.parseInt(parts.getFirst()), named))
        .isPresent();
  }

  /** {@return whether there are utilities of a group, such as {@code cursor}} */
  public static boolean hasUtility(String group) {
    return UtilityRunner.has(group);
  }

  /** {@return whether there is a loss of these words} */
  public static boolean hasLoss(String words) {
    return TrainingTask.exists(words);
  }

  /** {@return whether standard cases may expect this} */
  public static boolean hasExpectation(String name) {
    return ModuleRunner.EXPECTATIONS.contains(name) || SeedForms.keys().contains(name);
  }
}
