package io.cambric.conformance.flax;

import io.cambric.conformance.flax.sources.AutoEncoderFields;
import io.cambric.conformance.flax.sources.SeedAutoEncoder;
import io.cambric.conformance.flax.sources.SeedEncoder;
import io.cambric.conformance.flax.sources.TopLevelAccess;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.report.Check;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.numpy.Key;
import io.cambric.scope.Variables;
import tools.jackson.databind.JsonNode;

/**
 * Access to the submodules of setup from outside. Cambric gives access to the parts of an unbound
 * module, Flax does not. Such a case ends with this intended deviation if everything else is equal.
 */
final class SeedAccess {

  private static final String DEVIATION = "differs:parts-of-unbound-modules";

  private final GoldenCase golden;
  private final JsonNode expected;
  private final Check check;
  private final FlaxTolerances tolerances;
  private final Key key;

  private SeedAccess(GoldenCase golden, Check check) {
    this.golden = golden;
    this.expected = golden.json().get("expected");
    this.check = check;
    this.tolerances = FlaxTolerances.of(golden);
    this.key = Key.of(golden.json().get("rngs").get("init").get("params").longValue());
  }

  /** {@return whether a case is about access} */
  static boolean concerns(JsonNode expected) {
    return expected.has("unboundHasFoo") || expected.has("unboundDecoderAccess");
  }

  /** Compares what parts of bound modules give. */
  static void run(GoldenCase golden, Check check) {
    // Throws if the classes of the case are others than those used here.
    FlaxRunners.ofSource(golden);
    var access = new SeedAccess(golden, check);
    if (access.expected.has("unboundHasFoo")) {
      access.topLevel();
    } else {
      access.autoEncoder();
    }
    if (check.differences().isEmpty()) {
      throw new UnsupportedFeature(DEVIATION);
    }
  }

  private void topLevel() {
    var x = argument("x");
    var module = TopLevelAccess.of();
    var variables = module.init(key, x);
    init("init", variables);
    var bound = module.bind(variables);
    output("boundFooOutput", bound.parts().foo().call(x));
    output("boundOutput", bound.call(x));
  }

  private void autoEncoder() {
    var attributes = golden.json().get("attributes");
    int latent = attributes.get("latent").intValue();
    int out = attributes.get("out").intValue();
    var x = argument("x");
    var z = argument("z");
    var module = SeedAutoEncoder.of(latent, out);
    var variables = module.init(key, x);
    init("init", variables);
    output("output", module.apply(variables, x));
    output("decoderOutput", module.apply(variables, m -> m.parts().decoder().call(z)));
    var decoder = module.bind(variables).parts().decoder().unbind();
    output("decoderUnbound", decoder.module().apply(decoder.variables(), z));

    var fields = AutoEncoderFields.of(SeedEncoder.of(latent), SeedEncoder.of(out));
    init("initFields", fields.init(key, x));
    var alone = Variables.of(variables.params().at("decoder"));
    output("decoderFields", fields.decoder().apply(alone, z));
  }

  private Array argument(String name) {
    return (NdArray) ModuleCall.of(golden, golden.json().get("call")).args().get(name);
  }

  private void init(String what, Variables variables) {
    ModuleRunner.checkVariables(
        what, golden, expected.get(what), variables, tolerances.init(), check);
  }

  private void output(String what, Array output) {
    check.array(what, golden.array(expected.get(what)), output, tolerances.forward());
  }
}
