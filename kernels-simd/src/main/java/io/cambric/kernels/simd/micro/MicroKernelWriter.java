package io.cambric.kernels.simd.micro;

import static io.cambric.kernels.simd.codegen.VectorCode.FLOATS;
import static io.cambric.kernels.simd.codegen.VectorCode.INTS;
import static java.lang.constant.ConstantDescs.CD_Float;
import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;

import io.cambric.kernels.simd.codegen.CountedLoop;
import io.cambric.kernels.simd.codegen.KernelCode;
import io.cambric.kernels.simd.codegen.LaneType;
import io.cambric.kernels.simd.codegen.Parameter;
import io.cambric.kernels.simd.codegen.VectorCode;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.util.List;

/**
 * Writes the code of micro-kernels: a static method in a hidden class for each {@link
 * MicroKernelSpec}.
 *
 * <pre>
 * for each tile
 *   positions of the tile in A and B; accumulators: zeros, or the values of C
 *   for each k
 *     held operand: the vectors of B, or the broadcasts of A
 *     for each element of the other operand: load it; fma with each held one
 *   positions of the tile in C; store the accumulators
 * </pre>
 *
 * <p>The positions in C are computed after the loop over k. Earlier, C2 would spill accumulators
 * for them. Masks and branches are left out for the same reason: a tile is always stored whole.
 */
final class MicroKernelWriter {

  private static final String[] PAIRS = {"ROWS_01", "ROWS_23", "ROWS_45", "ROWS_67"};

  private final MicroKernelSpec spec;
  private final TileShape tile;
  private final KernelCode code;

  private MicroKernelWriter(MicroKernelSpec spec, KernelCode code) {
    this.spec = spec;
    this.tile = spec.tile();
    this.code = code;
  }

  /** {@return the method of a micro-kernel} */
  static MethodHandle write(MicroKernelSpec spec) {
    return Parameter.method(
        "MicroKernel_" + spec,
        spec.lanes(),
        spec.parameters(),
        code -> new MicroKernelWriter(spec, code).write());
  }

  private void write() {
    var tiles = spec.a().tiles(tile);
    code.returnIfNone(tiles.end());
    code.loop(tiles, this::writeTile);
  }

  private void writeTile() {
    boolean extend = spec.extend();
    spec.a().beginTile(code, tile);
    spec.b().beginTile(code, tile);
    if (extend) {
      spec.c().beginTile(code, tile, spec.a());
    }
    for (int row = 0; row < tile.rows(); row++) {
      for (int vector = 0; vector < tile.vectors(); vector++) {
        if (extend) {
          loadC(row, vector);
        } else {
          code.zero();
        }
        code.keep(accumulator(row, vector));
      }
    }
    writeDepth(spec.a().depth(tile));
    if (!extend) {
      spec.c().beginTile(code, tile, spec.a());
    }
    for (int row = 0; row < tile.rows(); row++) {
      for (int vector = 0; vector < tile.vectors(); vector++) {
        storeC(row, vector);
      }
    }
  }

  private static String accumulator(int row, int vector) {
    return "c" + row + "," + vector;
  }

  private void loadC(int row, int vector) {
    code.vector("c", () -> spec.c().vector(code, tile, row, vector));
  }

  private void storeC(int row, int vector) {
    code.reference(accumulator(row, vector));
    code.store("c", () -> spec.c().vector(code, tile, row, vector));
  }

  private void writeDepth(List<CountedLoop> loops) {
    code.loop(
        loops.getFirst(),
        () -> {
          spec.a().beginEntry(code, tile);
          spec.b().beginEntry(code, tile, spec.a());
          if (loops.size() > 1) {
            code.loop(loops.getLast(), this::writeIteration);
          } else {
            writeIteration();
          }
        });
  }

  private void writeIteration() {
    for (int k = 0; k < tile.unroll(); k++) {
      if (tile.holdsA()) {
        multiplyHeldA(k);
      } else {
        multiplyHeldB(k);
      }
    }
    spec.a().advance(code, tile);
    spec.b().advance(code, tile);
  }

  private void multiplyHeldB(int k) {
    for (int vector = 0; vector < tile.vectors(); vector++) {
      loadB(k, vector);
      if (spec.factor() == MicroKernelSpec.Factor.PAIRS) {
        VectorCode.rearrange(code.builder(), "TWICE");
      }
      code.keep("b" + vector);
    }
    if (spec.factor() == MicroKernelSpec.Factor.PAIRS) {
      code.vector("a", () -> spec.a().element(code, 0, k)).keep("pairs");
    }
    for (int row = 0; row < tile.rows(); row++) {
      loadA(row, k);
      code.keep("streamed");
      for (int vector = 0; vector < tile.vectors(); vector++) {
        code.multiply("streamed", "b" + vector, accumulator(row, vector));
      }
      boolean isLast = row == tile.rows() - 1 && k == tile.unroll() - 1;
      if (tile.fenced() > 0 && (row + 1) % tile.fenced() == 0 && !isLast) {
        code.fence();
      }
    }
  }

  private void multiplyHeldA(int k) {
    for (int row = 0; row < tile.rows(); row++) {
      loadA(row, k);
      code.keep("w" + row);
    }
    for (int vector = 0; vector < tile.vectors(); vector++) {
      loadB(k, vector);
      code.keep("streamed");
      for (int row = 0; row < tile.rows(); row++) {
        code.multiply("streamed", "w" + row, accumulator(row, vector));
      }
    }
  }

  private void loadB(int k, int vector) {
    code.vector("b", () -> spec.b().vector(code, k * tile.vectors() + vector));
  }

  /** Loads the factor of a row. */
  private void loadA(int row, int k) {
    var builder = code.builder();
    switch (spec.factor()) {
      case BROADCAST -> {
        VectorCode.species(builder, spec.lanes());
        element(row, k);
        VectorCode.spread(builder, spec.lanes());
      }
      case BROADCAST_BITS -> {
        VectorCode.species(builder, LaneType.I32);
        element(row, k);
        builder.invokestatic(CD_Float, "floatToRawIntBits", MethodTypeDesc.of(CD_int, CD_float));
        VectorCode.spread(builder, LaneType.I32);
        builder.invokevirtual(INTS, "viewAsFloatingLanes", MethodTypeDesc.of(FLOATS));
      }
      case PAIRS -> {
        code.reference("pairs");
        VectorCode.rearrange(builder, PAIRS[row]);
      }
      case VECTOR -> code.vector("a", () -> spec.a().element(code, row, k));
    }
  }

  private void element(int row, int k) {
    code.reference("a");
    spec.a().element(code, row, k);
    spec.lanes().loadElement(code.builder());
  }
}
