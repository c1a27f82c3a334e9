package io.cambric.conformance.library;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The classes of the library in which the functions of a Python module are looked for. */
final class Facades {

  /** Python module to simple or full class names; a class that does not exist has no functions. */
  private static final Map<String, List<String>> CLASSES =
      Map.ofEntries(
          Map.entry("jnp", List.of("numpy.Numpy", "numpy.Logic")),
          Map.entry("np", List.of("numpy.Numpy")),
          Map.entry("jnp.linalg", List.of("numpy.Linalg")),
          Map.entry("lax", List.of("lax.Lax", "control.Control")),
          Map.entry("lax.linalg", List.of("lax.Lax")),
          Map.entry("jax", List.of("transform.Transforms")),
          Map.entry("jax.checkpoint_policies", List.of("control.CheckpointPolicies")),
          Map.entry("jax.nn", List.of("numpy.Activations", "nn.Activations")),
          Map.entry("jax.scipy.special", List.of("numpy.Special")),
          Map.entry("jax.scipy.linalg", List.of("numpy.ScipyLinalg", "numpy.Linalg")),
          Map.entry("jax.ops", List.of("numpy.Segments")),
          Map.entry("jax.image", List.of("numpy.Image")),
          Map.entry("random", List.of("random.Random")),
          Map.entry("nn", List.of("nn.Pooling", "nn.Attention", "nn.Masks")),
          Map.entry(
              "optax",
              List.of(
                  "optax.Optax",
                  "optax.linearalgebra.LinearAlgebra",
                  "optax.Losses",
                  "optax.schedule.Schedules")),
          Map.entry("optax.assignment", List.of("optax.assignment.Assignments")),
          Map.entry("optax.perturbations", List.of("optax.perturbations.Perturbations")),
          Map.entry("optax.second_order", List.of("optax.secondorder.SecondOrder")),
          Map.entry("optax.projections", List.of("optax.projection.Projections")),
          Map.entry("optax.losses", List.of("optax.Losses", "optax.Optax")),
          Map.entry("optax.contrib", List.of("optax.contrib.Contrib")));

  private Facades() {}

  /** {@return the function of a canonical dotted name} */
  static Optional<FacadeFunction> find(String dottedName) {
    int dot = dottedName.lastIndexOf('.');
    var plainName = Conversion.plain(dottedName.substring(dot + 1));
    var methods =
        CLASSES.getOrDefault(dottedName.substring(0, Math.max(0, dot)), List.of()).stream()
            .flatMap(Facades::methods)
            .filter(method -> Conversion.plain(method.getName()).equals(plainName))
            .toList();
    return methods.isEmpty()
        ? Optional.empty()
        : Optional.of(new FacadeFunction(dottedName, methods));
  }

  private static Stream<Method> methods(String className) {
    try {
      return Arrays.stream(Class.forName("io.cambric." + className).getMethods())
          .filter(method -> Modifier.isStatic(method.getModifiers()));
    } catch (ClassNotFoundException e) {
      return Stream.empty();
    }
  }
}
