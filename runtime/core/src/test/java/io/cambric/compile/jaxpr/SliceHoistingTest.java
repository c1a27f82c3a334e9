package io.cambric.compile.jaxpr;

import static io.cambric.testing.Staged.f32;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.compile.Compiler;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.RunArguments;
import io.cambric.lax.Lax;
import io.cambric.testing.Staged;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Slice hoisting: pointwise work of which only slices are read. */
class SliceHoistingTest {

  private static List<Array> halves(Array x) {
    return Lax.split(x, Axes.of(2, 2), 0);
  }

  @Test
  void operands_are_sliced_at_any_depth_and_scalars_stay() {
    var jaxpr =
        Staged.of(
            List.of(f32(4), f32(4), f32()),
            x -> {
              var sum = Lax.add(Lax.mul(x.get(0), x.get(2)), x.get(1));
              var halves = halves(sum);
              return List.of(Lax.exp(halves.get(0)), Lax.neg(halves.get(1)));
            });

    assertThat(SliceHoisting.cut(jaxpr).toText())
        .isEqualTo(
            """
            { lambda ; a:f32[4] b:f32[4] c:f32[]. let
                d:f32[2] e:f32[2] = split[axis=0 sizes=(2, 2)] a
                f:f32[2] = mul e c
                g:f32[2] = mul d c
                h:f32[2] i:f32[2] = split[axis=0 sizes=(2, 2)] b
                j:f32[2] = add f i
                k:f32[2] = add g h
                l:f32[2] = exp k
                m:f32[2] = neg j
              in (l, m) }\
            """);
  }

  @Test
  void the_whole_stays_where_it_is_read_or_returned_and_where_slices_overlap() {
    var read =
        Staged.of(
            List.of(f32(4)),
            x -> {
              var whole = Lax.exp(x.getFirst());
              return List.of(halves(whole).getFirst(), Lax.neg(whole));
            });
    var returned =
        Staged.of(
            List.of(f32(4)),
            x -> {
              var whole = Lax.exp(x.getFirst());
              return List.of(halves(whole).getFirst(), whole);
            });
    var overlapping =
        Staged.of(
            List.of(f32(4)),
            x -> {
              var whole = Lax.exp(x.getFirst());
              return List.of(Lax.sliceInDim(whole, 0, 3, 1, 0), Lax.sliceInDim(whole, 1, 4, 1, 0));
            });

    for (var jaxpr : List.of(read, returned, overlapping)) {
      assertThat(SliceHoisting.cut(jaxpr).toText()).isEqualTo(jaxpr.toText());
    }
  }

  @Test
  void work_that_reads_indices_stays_whole() {
    var jaxpr =
        Staged.of(
            List.of(f32()), x -> halves(Lax.convertElementType(Lax.iota(DType.I32, 4), DType.F32)));
    var program = Compiler.program(jaxpr);

    var parts = program.run(RunArguments.of(List.of(NdArray.scalar(DType.F32, 0))));

    assertThat(parts.get(0).toFloats()).containsExactly(0, 1);
    assertThat(parts.get(1).toFloats()).containsExactly(2, 3);
  }
}
