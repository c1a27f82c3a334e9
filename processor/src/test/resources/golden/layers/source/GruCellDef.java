package example;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import java.util.List;

/** A module that is a cell and a layer. */
@Module(as = Cell.class)
record GruCellDef(int features) {


  @Compact
  Array call(Array x) {
    return x;
  }

  List<Array> step(List<Array> carry, Array x) {
    return carry;
  }
}
