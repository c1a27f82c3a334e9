package io.cambric.kernels.simd.micro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cambric.kernels.simd.codegen.Parameter;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.micro.MicroKernelSpec.Factor;
import io.cambric.testing.KernelOperands;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Generated micro-kernels, of all machines and of shapes that none uses, compared with sums over
 * logical indices.
 */
class MicroKernelTest {

  private static final int LANES = Species.LANES;
  private static final int K = 6;
  private static final int TILES = 2;

  static Stream<MicroKernelSpec> specs() {
    var rows = new AddressC.Rows();
    var panel = new AddressB.Stepped();
    return Stream.of(
            Stream.concat(shapes(List.of(8, 5), 2), shapes(List.of(8, 6), 1))
                .map(tile -> MicroKernelSpec.of(tile, new PackedA(false), panel, rows)),
            Stream.of(
                MicroKernelSpec.of(
                    TileShape.of(4, 2), new PackedA(true), new AddressB.Stepped(), rows)),
            Stream.of(
                    TileShape.of(6, 2),
                    TileShape.of(6, 2).fencedBy(2),
                    TileShape.of(6, 2).unrolled(2).fencedBy(2),
                    TileShape.of(7, 2).unrolled(3))
                .map(tile -> packedTiles(tile, false)),
            Stream.of(packedTiles(TileShape.of(4, 2), true)),
            shapes(List.of(8, 4, 3), 2)
                .map(tile -> MicroKernelSpec.of(tile, new UnpackedA.Indexed(true), panel, rows)),
            shapes(List.of(8, 4, 3), 1)
                .map(tile -> MicroKernelSpec.of(tile, new UnpackedA.Indexed(), panel, rows)),
            shapes(List.of(8, 4, 3), 2)
                .map(tile ->
                    MicroKernelSpec.of(
                        tile,
                        new UnpackedA.Adjacent(),
                        new AddressB.Indexed(),
                        new AddressC.Tiles())),
            shapes(List.of(9, 8, 1), 1).map(MicroKernelTest::channels),
            Stream.of(TileShape.of(1, 8), TileShape.of(3, 3), TileShape.of(2, 1))
                .map(tile ->
                    MicroKernelSpec.of(
                        tile, new UnpackedA.Indexed(), new AddressB.Indexed(), rows)),
            Stream.of(
                    TileShape.of(1, 8),
                    TileShape.of(2, 6),
                    TileShape.of(2, 4),
                    TileShape.of(3, 4),
                    TileShape.of(3, 3))
                .map(tile ->
                    MicroKernelSpec.of(
                        tile,
                        new UnpackedA.Weights(),
                        new AddressB.Indexed(),
                        new AddressC.Stepped())))
        .flatMap(specs -> specs)
        .flatMap(spec -> Stream.of(spec, spec.extending()))
        .mapMulti((spec, each) -> {
          each.accept(spec);
          if (spec.b() == panel && spec.a().equals(new UnpackedA.Indexed(true)) && !spec.extend()) {
            each.accept(overlapping(spec));
          }
        });
  }

  private static MicroKernelSpec overlapping(MicroKernelSpec spec) {
    var b = new AddressB.Stepped(spec.tile().vectors() - 1);
    return MicroKernelSpec.of(spec.tile(), spec.a(), b, new AddressC.Rows(true));
  }

  private static Stream<TileShape> shapes(List<Integer> rows, int vectors) {
    return rows.stream().map(each -> TileShape.of(each, vectors));
  }

  private static MicroKernelSpec packedTiles(TileShape tile, boolean halves) {
    return MicroKernelSpec.of(
        tile, new PackedA(halves), new AddressB.PanelByPosition(), new AddressC.Rows());
  }

  private static MicroKernelSpec channels(TileShape tile) {
    return MicroKernelSpec.of(
            tile, new UnpackedA.Indexed(), new AddressB.Indexed(), new AddressC.Rows())
        .with(Factor.VECTOR);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("specs")
  void a_micro_kernel_has_the_bits_of_sums_in_order_of_k(MicroKernelSpec spec) throws Throwable {
    var random = new Random(7);
    var arguments = arguments(spec, random);
    float[] c = (float[]) arguments.get("c");
    float[] expected = c.clone();
    multiply(spec, arguments, expected);
    var values =
        spec.parameters().stream().map(parameter -> arguments.get(parameter.name())).toList();

    MicroKernelWriter.write(spec).invokeWithArguments(values);

    assertThat(c).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("specs")
  void a_micro_kernel_with_negative_counts_stores_nothing(MicroKernelSpec spec) throws Throwable {
    var arguments = arguments(spec, new Random(7));
    float[] c = (float[]) arguments.get("c");
    float[] before = c.clone();
    var values =
        spec.parameters().stream()
            .map(parameter -> arguments.get(parameter.name()))
            .map(value -> value instanceof Integer ? (Object) (-3) : value)
            .toList();

    MicroKernelWriter.write(spec).invokeWithArguments(values);

    assertThat(c).isEqualTo(before);
  }

  @Test
  void a_sample_of_each_micro_kernel_runs() throws Throwable {
    for (var spec : specs().toList()) {
      MicroKernelWriter.write(spec).invokeWithArguments(spec.sample());
    }
  }

  @Test
  void only_packed_tiles_are_unrolled() {
    assertThatThrownBy(() ->
            MicroKernelSpec.of(
                TileShape.of(8, 2).unrolled(2),
                new UnpackedA.Indexed(true),
                new AddressB.Stepped(),
                new AddressC.Rows()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Only packed tiles have several values of k in each iteration, but A is "
                + "Indexed[runs=true].");
  }

  @Test
  void only_broadcasts_are_held() {
    var spec =
        MicroKernelSpec.of(
            TileShape.of(2, 4),
            new UnpackedA.Weights(),
            new AddressB.Indexed(),
            new AddressC.Stepped());
    assertThatThrownBy(() -> spec.with(Factor.PAIRS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Only broadcast elements are held, but a tile of 2x4 would hold PAIRS.");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("specs")
  void parameters_of_the_addresses_have_names_of_their_own(MicroKernelSpec spec) {
    assertThat(spec.parameters()).extracting(Parameter::name).doesNotHaveDuplicates();
  }

  @Test
  void a_spec_is_named_by_its_parts() {
    assertThat(packedTiles(TileShape.of(6, 2).unrolled(2).fencedBy(2), false).extending())
        .hasToString("6x2_PackedA_PanelByPosition_Rows_unroll2_fence2_EXTEND_BROADCAST");
  }

  /** {@return arguments by name: operands of random numbers, tables of random multiples} */
  private static Map<String, Object> arguments(MicroKernelSpec spec, Random random) {
    var tile = spec.tile();
    var known = new HashMap<String, Object>();
    int across = tile.vectors() * LANES;
    boolean runs = spec.a().equals(new UnpackedA.Indexed(true));
    known.putAll(Map.of("count", TILES, "first", 1, "end", 1 + TILES, "row", 2));
    known.putAll(Map.of("rowEnd", 2 + TILES * tile.rows(), "from", 1, "run", runs ? 3 : 1));
    known.putAll(Map.of("to", 1 + (runs ? K / 3 : K), "kSize", K, "apart", 8 * K + 3));
    known.putAll(Map.of("step", across + 5, "length", TILES * across));
    known.putAll(Map.of("cStep", TILES * across + 2, "last", across - LANES - LANES / 2));
    var arguments = new HashMap<String, Object>();
    for (var parameter : spec.parameters()) {
      var type = parameter.type();
      arguments.put(
          parameter.name(),
          type == float[].class
              ? KernelOperands.floats(20_000, random)
              : type == int[].class
                  ? table(parameter.name(), random)
                  : known.getOrDefault(parameter.name(), 3 + random.nextInt(20)));
    }
    return arguments;
  }

  /** {@return distinct offsets; those of C do not overlap} */
  private static int[] table(String name, Random random) {
    int[] table = new int[64];
    for (int i = 0; i < table.length; i++) {
      table[i] = name.equals("outOffsets") ? (63 - i) * 8 * LANES : random.nextInt(2000);
    }
    return table;
  }

  private static void multiply(MicroKernelSpec spec, Map<String, Object> known, float[] c) {
    var at = new Logical(spec, known);
    float[] a = (float[]) known.get("a");
    float[] b = (float[]) known.get("b");
    for (int t = 0; t < TILES; t++) {
      for (int i = 0; i < spec.tile().rows(); i++) {
        for (int j = 0; j < spec.tile().vectors() * LANES; j++) {
          int to = at.c(t, i, j);
          float sum = spec.extend() ? c[to] : 0f;
          for (int k = 0; k < K; k++) {
            int lane = spec.factor() == Factor.VECTOR ? j : 0;
            sum = Math.fma(a[at.a(t, i, k) + lane], b[at.b(t, k, j)], sum);
          }
          c[to] = sum;
        }
      }
    }
  }

  /** Positions by logical indices: a tile, a row of it, a value of k and a column. */
  private record Logical(MicroKernelSpec spec, Map<String, Object> known) {

    private int get(String name) {
      return (int) known.get(name);
    }

    private int get(String table, int i) {
      return ((int[]) known.get(table))[i];
    }

    private int rows() {
      return spec.tile().rows();
    }

    private int across() {
      return spec.tile().vectors() * LANES;
    }

    private boolean isPlanar() {
      return spec.a() instanceof UnpackedA.Weights;
    }

    private int firstColumn(int t) {
      return isPlanar() ? t * across() : 0;
    }

    int a(int t, int i, int k) {
      return switch (spec.a()) {
        case PackedA(boolean halves) ->
            get("at") + (halves ? t / 2 * get("apart") + t % 2 * 4 : t * get("apart")) + 8 * k + i;
        case UnpackedA.Indexed(boolean runs) ->
            get("rowOffsets", get("row") + t * rows() + i)
                + get("shift")
                + get("kOffsets", get("from") + (runs ? k / 3 : k))
                + (runs ? k % 3 : 0);
        case UnpackedA.Adjacent _ ->
            get("aStart")
                + get("tileOffsets", get("first") + t)
                + get("aOffsets", get("from") + k)
                + i;
        case UnpackedA.Weights _ -> get("at") + k * rows() + i;
      };
    }

    /** {@return where a column is, of vectors of which the last one may overlap} */
    private int column(int j, boolean overlaps) {
      int first = across() - LANES;
      return overlaps && j >= first ? get("last") + j - first : j;
    }

    int b(int t, int k, int j) {
      return switch (spec.b()) {
        case AddressB.PanelByPosition _ -> get("panel") + k * across() + j;
        case AddressB.Stepped(int last) -> get("panel") + k * get("step") + column(j, last >= 0);
        case AddressB.Indexed _ ->
            get("bStart")
                + get("bOffsets", (isPlanar() ? 0 : get("from")) + k)
                + firstColumn(t)
                + j;
      };
    }

    int c(int t, int i, int j) {
      return switch (spec.c()) {
        case AddressC.Rows(boolean overlaps) ->
            get("outOffsets", get("outRow") + t * rows() + i) + get("column") + column(j, overlaps);
        case AddressC.Tiles _ -> get("cStart") + (t * rows() + i) * across() + j;
        case AddressC.Stepped _ -> get("cStart") + i * get("cStep") + firstColumn(t) + j;
      };
    }
  }
}
