package io.cambric.conformance.jax;

import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.report.Tolerance;

/**
 * The tolerances of a case by the class it names.
 *
 * @param out of the value
 * @param derivative of jvp and vjp, never exact
 */
record Tolerances(Tolerance out, Tolerance derivative) {

  /** Where the recorded values of 64-bit mode have gone through f32. */
  static final Tolerances SINGLE =
      new Tolerances(Tolerance.of(1e-6, 1e-6), Tolerance.of(2e-6, 2e-6));

  static Tolerances of(GoldenCase golden) {
    var classes = golden.family().header().path("tolerances");
    var name = golden.json().path("tol").asString("default");
    if (name.equals("exact")) {
      var byDefault =
          classes.has("default") ? Tolerance.of(classes.get("default")) : Tolerance.EQUAL;
      return new Tolerances(Tolerance.EXACT, byDefault);
    }
    var named = Tolerance.of(classes.get(name));
    return new Tolerances(named, named);
  }
}
