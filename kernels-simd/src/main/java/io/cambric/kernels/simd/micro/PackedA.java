package io.cambric.kernels.simd.micro;

import io.cambric.kernels.simd.codegen.CountedLoop;
import io.cambric.kernels.simd.codegen.KernelCode;
import io.cambric.kernels.simd.codegen.Parameter;
import java.util.List;

/**
 * Addressing of a packed operand A: micro-panels of {@link AddressA#PANEL_ROWS} rows for each k,
 * which are {@code apart}. A tile reads the first rows of its panel. The loop over k counts
 * positions, so C2 removes its bounds checks.
 *
 * @param halves whether two tiles of four rows share a micro-panel
 */
public record PackedA(boolean halves) implements AddressA {

  @Override
  public List<Parameter> parameters(TileShape tile) {
    return Parameter.list(
        "float[] a, int at, int count = %d, int apart, int kSize = %d"
            .formatted(halves ? 2 : 1, DEPTH * tile.unroll()));
  }

  @Override
  public CountedLoop tiles(TileShape tile) {
    return CountedLoop.upTo("i", "count", 1);
  }

  @Override
  public List<CountedLoop> depth(TileShape tile) {
    return List.of(new CountedLoop("p", "start", "end", PANEL_ROWS * tile.unroll()));
  }

  @Override
  public void beginTile(KernelCode code, TileShape tile) {
    var builder = code.builder();
    code.get("at").get("i");
    if (halves) {
      builder.loadConstant(1).ishr();
    }
    code.get("apart");
    builder.imul().iadd();
    if (halves) {
      code.get("i");
      builder.loadConstant(1).iand();
      code.times(PANEL_ROWS / 2);
      builder.iadd();
    }
    code.set("start");
    code.get("start").get("kSize").times(PANEL_ROWS);
    builder.iadd();
    code.set("end");
  }

  @Override
  public void element(KernelCode code, int row, int k) {
    code.get("p").plus(k * PANEL_ROWS + row);
  }

  @Override
  public void addFirstRow(KernelCode code, TileShape tile) {
    code.get("i").times(tile.rows());
    code.builder().iadd();
  }
}
