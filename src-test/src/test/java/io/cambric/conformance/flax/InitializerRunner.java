package io.cambric.conformance.flax;

import io.cambric.array.Shape;
import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.library.InitializerValue;
import io.cambric.conformance.report.Check;
import io.cambric.conformance.report.Tolerance;
import io.cambric.core.NdArray;
import io.cambric.numpy.Key;
import java.util.ArrayList;

/** Runner of cases of one initializer: its values for a key and a shape. */
final class InitializerRunner implements CaseRunner {

  @Override
  public void run(GoldenCase golden, Check check) {
    var json = golden.json();
    var name = golden.text("initializer");
    var initializer = (InitializerValue) Attributes.initializer(name, json.path("options"));
    var dims = new ArrayList<Integer>();
    json.get("shape").forEach(dim -> dims.add(dim.intValue()));
    var shape = Shape.of(dims.stream().mapToInt(Integer::intValue).toArray());
    var dtype = GoldenCase.dtype(golden.text("dtype"));
    var key = Key.of(json.get("seed").longValue());
    var values = initializer.initializer().init(key, shape, dtype);
    var expected = (NdArray) golden.array(json.get("expected").get("output"));
    check.array("output", expected, values, tolerance(name));
  }

  private static Tolerance tolerance(String name) {
    if (name.contains("orthogonal")) {
      return Tolerance.of(0, 1e-5);
    }
    return name.equals("uniform") ? Tolerance.EQUAL.orUlps(1) : Tolerance.of(1e-6, 1e-6).orUlps(1);
  }
}
