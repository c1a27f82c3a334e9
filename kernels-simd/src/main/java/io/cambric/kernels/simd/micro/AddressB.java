package io.cambric.kernels.simd.micro;

import io.cambric.kernels.simd.codegen.KernelCode;
import io.cambric.kernels.simd.codegen.Parameter;
import java.util.List;

/**
 * Addressing of operand B in a micro-kernel: the positions of the vectors of columns for each k.
 */
public sealed interface AddressB {

  /** {@return the parameters, B first} */
  List<Parameter> parameters(TileShape tile);

  /** Computes the position at which a tile begins. */
  default void beginTile(KernelCode code, TileShape tile) {}

  /** Computes positions in the outer loop over k. */
  default void beginEntry(KernelCode code, TileShape tile, AddressA a) {}

  /**
   * Loads the position of a vector.
   *
   * @param number of the vector, counted through all unrolled values of k
   */
  default void vector(KernelCode code, int number) {
    code.get("q").plus(number * code.lanes());
  }

  /** Advances positions to the next iteration over k. */
  default void advance(KernelCode code, TileShape tile) {}

  /** The parameters: B, the start of the vectors, and the distance from one k to the next. */
  String STEPPED = "float[] b, int panel, int step";

  /**
   * A panel, or columns of an unpacked B, with the distance {@code step} from one k to the next.
   *
   * @param last number of the vector that begins {@code last} after the first one, because no whole
   *     vector is left. It computes some sums a second time. {@link #USUAL} if all vectors follow
   *     each other, or {@link #NONE} without such a parameter.
   */
  record Stepped(int last) implements AddressB {

    /** No vector, although the loop has the parameter {@code last}. */
    public static final int USUAL = -1;

    static final int NONE = -2;

    /** Columns with vectors that follow each other. */
    public Stepped() {
      this(NONE);
    }

    @Override
    public List<Parameter> parameters(TileShape tile) {
      return Parameter.list(last == NONE ? STEPPED : STEPPED + ", int last");
    }

    @Override
    public void beginTile(KernelCode code, TileShape tile) {
      code.get("panel").set("q");
    }

    @Override
    public void vector(KernelCode code, int number) {
      if (number == last) {
        code.get("q").plus("last");
      } else {
        AddressB.super.vector(code, number);
      }
    }

    @Override
    public void advance(KernelCode code, TileShape tile) {
      code.advance("q", "step");
    }
  }

  /**
   * A packed panel, whose positions follow from positions in A; see {@link PackedA}. The step is
   * unused, and makes the parameters equal those of {@link Stepped}.
   */
  record PanelByPosition() implements AddressB {

    @Override
    public List<Parameter> parameters(TileShape tile) {
      return Parameter.list(STEPPED);
    }

    @Override
    public void beginEntry(KernelCode code, TileShape tile, AddressA a) {
      code.get("panel").get("p").minus("start");
      int across = tile.vectors() * code.lanes();
      if (across >= AddressA.PANEL_ROWS) {
        code.times(across / AddressA.PANEL_ROWS);
      } else {
        // With vectors of two elements, the panel is narrower than a micro-panel of A.
        code.number(AddressA.PANEL_ROWS / across).builder().idiv();
      }
      code.builder().iadd();
      code.set("q");
    }
  }

  /**
   * An offset for each k: vectors begin at {@code bStart + bOffsets[k]}. In planar convolutions,
   * neighbouring outputs read neighbouring elements; see {@link UnpackedA.Weights}.
   */
  record Indexed() implements AddressB {

    @Override
    public List<Parameter> parameters(TileShape tile) {
      return Parameter.list("float[] b, int bStart, int[] bOffsets");
    }

    @Override
    public void beginEntry(KernelCode code, TileShape tile, AddressA a) {
      code.get("bStart").entry("bOffsets", "k", 0);
      code.builder().iadd();
      a.addFirstColumn(code);
      code.set("q");
    }
  }
}
