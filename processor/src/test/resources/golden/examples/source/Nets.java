package example;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Example;
import io.cambric.annotations.Module;
import io.cambric.annotations.Setup;
import io.cambric.core.Array;
import io.cambric.module.Layer;
import io.cambric.nn.Dense;

final class Nets {

  static final int WIDTH = 8;

  private Nets() {}

  @Module
  @Example(
      module = "Twice.of(Dense.of(WIDTH))",
      in = {"f32[4, 8]", "i32[4]", "u8[4]"},
      out = {"f32[4, 8]", "bool[]"})
  record TwiceDef<L extends Layer>(L layer) {

    record Parts(Dense head) {}

    @Setup
    Parts parts() {
      return new Parts(Dense.of(WIDTH));
    }

    @Compact
    Array call(Parts parts, Array x, Array... more) {
      return parts.head().call(layer.call(layer.call(x)));
    }
  }

  @Module
  @Example(module = "Silent.of()", method = "watch", in = "f32[2]")
  record SilentDef() {

    void watch(Array x) {}
  }
}
