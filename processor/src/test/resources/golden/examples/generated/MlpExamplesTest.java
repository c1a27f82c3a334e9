// Generated from the examples of MlpDef; edit those instead.
package example;

import java.util.List;
import static example.MlpDef.*;

/** The examples of {@code MlpDef}. */
@io.cambric.annotations.Generated(
    value = "io.cambric.processor.example.ExampleProcessor",
    from = "example.MlpDef")
final class MlpExamplesTest {

  @org.junit.jupiter.api.Test
  void example1() {
    io.cambric.module.ModuleExample.of("MlpDef", 1, "Mlp.of(SIZES, NONE).call(f32[2, 784], true)")
        .in(io.cambric.array.DType.F32, 2, 784)
        .out(io.cambric.array.DType.F32, 2, 10)
        .run(
            // The expressions are those of @Example 1 of MlpDef.
            () ->
                Mlp.of(SIZES, NONE),
            (module, arrays) -> module.call(
                arrays.get(0),
                true));
  }

  @org.junit.jupiter.api.Test
  void example2() {
    io.cambric.module.ModuleExample.of("MlpDef", 2, "Mlp.of(List.of(3), \"none\").logits(bf16[])")
        .in(io.cambric.array.DType.BF16)
        .run(
            // The expressions are those of @Example 2 of MlpDef.
            () ->
                Mlp.of(List.of(3), "none"),
            (module, arrays) -> module.logits(
                arrays.get(0)));
  }
}
