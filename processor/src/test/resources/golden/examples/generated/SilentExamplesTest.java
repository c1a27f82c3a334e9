// Generated from the examples of SilentDef; edit those instead.
package example;

import static example.Nets.*;
import static example.Nets.SilentDef.*;

/** The examples of {@code SilentDef}. */
@io.cambric.annotations.Generated(
    value = "io.cambric.processor.example.ExampleProcessor",
    from = "example.Nets.SilentDef")
final class SilentExamplesTest {

  @org.junit.jupiter.api.Test
  void example1() {
    io.cambric.module.ModuleExample.of("SilentDef", 1, "Silent.of().watch(f32[2])")
        .in(io.cambric.array.DType.F32, 2)
        .run(
            // The expressions are those of @Example 1 of SilentDef.
            () ->
                Silent.of(),
            (module, arrays) -> { module.watch(
                arrays.get(0)); return java.util.List.of(); });
  }
}
