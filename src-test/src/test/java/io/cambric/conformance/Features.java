package io.cambric.conformance;

import io.cambric.conformance.flax.FlaxRunners;
import io.cambric.conformance.flax.errors.ErrorRunner;
import io.cambric.conformance.flax.sources.Sources;
import io.cambric.conformance.library.Library;
import io.cambric.conformance.optax.Builder;
import io.cambric.core.Array;
import io.cambric.module.Layer;
import java.util.Arrays;

/** The features of the library, found by a look at its code. */
final class Features {

  private final Library library = new Library();

  /**
   * {@return whether the code has a feature}
   *
   * @throws IllegalArgumentException if it is of an unknown kind
   */
  boolean exists(String feature) {
    int colon = feature.indexOf(':');
    var kind = feature.substring(0, Math.max(0, colon));
    var name = feature.substring(colon + 1);
    return switch (kind) {
      case "fn", "param", "args", "type", "index" -> library.has(feature);
      case "family" -> Runners.hasForm(name);
      case "jaxpr", "decoder" -> false;
      case "module" -> FlaxRunners.hasModule(name);
      case "attribute" -> FlaxRunners.hasAttribute(name);
      case "call" -> FlaxRunners.hasCall(name);
      case "source" -> Sources.has(name);
      case "schedule" -> Builder.hasSchedule(name);
      case "transformation" -> Builder.hasTransformation(name);
      case "utility" -> FlaxRunners.hasUtility(name);
      case "loss" -> FlaxRunners.hasLoss(name);
      case "snippet", "lift", "class", "member", "prelude" -> ErrorRunner.hasFeature(kind, name);
      case "callable", "objective" -> false;
      case "expectation" -> FlaxRunners.hasExpectation(name);
      case "returns" -> name.equals("Layer=tuple") && !returnsArray(Layer.class);
      case "value" -> isConstant(name);
      case "dtype" -> Library.hasDType(name);
      case "mode" -> Library.hasMode(name);
      default -> throw new IllegalArgumentException("no kind of feature: " + feature);
    };
  }

  /** {@return whether an enum of the library has a constant, such as {@code numpy.PadMode.EDGE}} */
  private static boolean isConstant(String name) {
    int dot = name.lastIndexOf('.');
    try {
      var constants = Class.forName("io.cambric." + name.substring(0, dot)).getEnumConstants();
      return Arrays.stream(constants)
          .anyMatch(constant -> constant.toString().equals(name.substring(dot + 1)));
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  private static boolean returnsArray(Class<?> functional) {
    return Arrays.stream(functional.getMethods())
        .allMatch(method -> method.getReturnType() == Array.class);
  }
}
