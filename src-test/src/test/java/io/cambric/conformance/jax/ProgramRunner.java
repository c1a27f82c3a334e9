package io.cambric.conformance.jax;

import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.library.Library;
import io.cambric.conformance.library.Values;
import io.cambric.conformance.python.FreeNames;
import io.cambric.conformance.python.Interpreter;
import io.cambric.conformance.report.Check;
import io.cambric.conformance.report.Deviations;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runner of programs of a few lines: each binds {@code out}, or must fail. */
public final class ProgramRunner implements CaseRunner {

  private final Library library;
  private final Interpreter interpreter;

  /** Makes a runner over a library. */
  public ProgramRunner(Library library) {
    this.library = library;
    this.interpreter = new Interpreter(library);
  }

  @Override
  public void run(GoldenCase golden, Check check) {
    var program = golden.text("program");
    var inputs = Inputs.of(golden);
    var missing = library.missing(FreeNames.ofProgram(program, inputs.keySet()));
    if (!missing.isEmpty()) {
      throw new UnsupportedFeature(missing);
    }
    if (golden.json().has("raises")) {
      checkRaises(program, inputs, golden.text("raises"), check);
    } else {
      var out = Values.toArrays(interpreter.run(program, inputs, "out"));
      var tolerance = Tolerances.of(golden).out();
      check.tree("out", golden.tree(golden.json().get("out")), out, tolerance);
    }
  }

  private void checkRaises(
      String program, Map<String, @Nullable Object> inputs, String raises, Check check) {
    try {
      interpreter.run(program, inputs, "out");
    } catch (UnsupportedFeature e) {
      throw e;
    } catch (RuntimeException e) {
      if (!Raises.fits(e, raises)) {
        check.fail("%s, where one of %s is due: %s".formatted(e, Raises.expected(raises), raises));
      }
      return;
    }
    if (Deviations.listed().has("raises:" + raises)) {
      throw new UnsupportedFeature("raises:" + raises);
    }
    check.fail("no error, where one is due: " + raises);
  }
}
