// Generated from the examples of TwiceDef; edit those instead.
package example;

import io.cambric.nn.Dense;
import static example.Nets.*;
import static example.Nets.TwiceDef.*;

/** The examples of {@code TwiceDef}. */
@io.cambric.annotations.Generated(
    value = "io.cambric.processor.example.ExampleProcessor",
    from = "example.Nets.TwiceDef")
final class TwiceExamplesTest {

  @org.junit.jupiter.api.Test
  void example1() {
    io.cambric.module.ModuleExample.of("TwiceDef", 1, "Twice.of(Dense.of(WIDTH)).call(f32[4, 8], i32[4], u8[4])")
        .in(io.cambric.array.DType.F32, 4, 8)
        .in(io.cambric.array.DType.I32, 4)
        .in(io.cambric.array.DType.U8, 4)
        .out(io.cambric.array.DType.F32, 4, 8)
        .out(io.cambric.array.DType.BOOL)
        .run(
            // The expressions are those of @Example 1 of TwiceDef.
            () ->
                Twice.of(Dense.of(WIDTH)),
            (module, arrays) -> module.call(
                arrays.get(0),
                arrays.get(1),
                arrays.get(2)));
  }
}
