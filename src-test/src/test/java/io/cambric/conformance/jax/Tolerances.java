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
