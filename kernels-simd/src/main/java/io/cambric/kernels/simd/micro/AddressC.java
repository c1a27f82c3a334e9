package io.cambric.kernels.simd.micro;

import io.cambric.kernels.simd.codegen.KernelCode;
import io.cambric.kernels.simd.codegen.Parameter;
import java.util.List;

/** Addressing of the result C in a micro-kernel: the positions of the vectors of a row. */
public sealed interface AddressC {

  /** {@return the parameters, C first} */
  List<Parameter> parameters(TileShape tile);

  /** Computes the positions of the rows of a tile. */
  void beginTile(KernelCode code, TileShape tile, AddressA a);

  /** Loads the position of a vector of a row. */
  default void vector(KernelCode code, TileShape tile, int row, int vector) {
    code.get("o" + row).plus(vector * code.lanes());
  }

  /**
   * Rows with an offset table: row i begins at {@code outOffsets[outRow + i] + column}.
   *
   * @param overlaps whether the last vector begins {@code last} after the first one; see {@link
   *     AddressB.Stepped}
   */
  record Rows(boolean overlaps) implements AddressC {

    /** Rows of vectors that follow each other. */
    public Rows() {
      this(false);
    }

    @Override
    public List<Parameter> parameters(TileShape tile) {
      return Parameter.list("float[] c, int[] outOffsets, int outRow, int column");
    }

    @Override
    public void beginTile(KernelCode code, TileShape tile, AddressA a) {
      code.get("outRow");
      a.addFirstRow(code, tile);
      code.set("o");
      for (int row = 0; row < tile.rows(); row++) {
        code.entry("outOffsets", "o", row).plus("column").set("o" + row);
      }
    }

    @Override
    public void vector(KernelCode code, TileShape tile, int row, int vector) {
      if (overlaps && vector == tile.vectors() - 1) {
        code.get("o" + row).plus("last");
      } else {
        AddressC.super.vector(code, tile, row, vector);
      }
    }
  }

  /** Whole tiles, one after another, from {@code cStart} on. */
  record Tiles() implements AddressC {

    @Override
    public List<Parameter> parameters(TileShape tile) {
      return Parameter.list("float[] c, int cStart");
    }

    @Override
    public void beginTile(KernelCode code, TileShape tile, AddressA a) {
      code.get("t").minus("first").times(tile.rows() * tile.vectors() * code.lanes());
      code.plus("cStart").set("o");
    }

    @Override
    public void vector(KernelCode code, TileShape tile, int row, int vector) {
      code.get("o").plus((row * tile.vectors() + vector) * code.lanes());
    }
  }

  /** Rows that are {@code cStep} apart, from {@code cStart} on. */
  record Stepped() implements AddressC {

    @Override
    public List<Parameter> parameters(TileShape tile) {
      return Parameter.list("float[] c, int cStart, int cStep");
    }

    @Override
    public void beginTile(KernelCode code, TileShape tile, AddressA a) {
      code.get("cStart");
      a.addFirstColumn(code);
      code.set("o0");
      for (int row = 1; row < tile.rows(); row++) {
        code.get("o" + (row - 1)).plus("cStep").set("o" + row);
      }
    }
  }
}
