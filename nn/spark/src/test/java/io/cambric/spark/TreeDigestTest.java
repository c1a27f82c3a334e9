package io.cambric.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.scope.Params;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import org.junit.jupiter.api.Test;

/** Trees have a digest of all their bits, and survive serialization with them. */
class TreeDigestTest {

  private static Params params(String name, NdArray array) {
    return Params.of("layer", Params.of(name, array));
  }

  @Test
  void equal_trees_have_one_digest_of_sixteen_digits() {
    var digest = TreeDigest.of(params("w", NdArray.of(Shape.of(2), 1, 2)));
    assertThat(digest).matches("[0-9a-f]{16}");
    assertThat(TreeDigest.of(params("w", NdArray.of(Shape.of(2), 1, 2)))).isEqualTo(digest);
  }

  @Test
  void names_shapes_dtypes_and_bits_make_a_difference() {
    var digest = TreeDigest.of(params("w", NdArray.of(Shape.of(2), 0, 2)));
    assertThat(TreeDigest.of(params("v", NdArray.of(Shape.of(2), 0, 2)))).isNotEqualTo(digest);
    assertThat(TreeDigest.of(params("w", NdArray.of(Shape.of(2, 1), 0, 2)))).isNotEqualTo(digest);
    assertThat(TreeDigest.of(params("w", NdArray.ofInts(Shape.of(2), 0, 2)))).isNotEqualTo(digest);
    assertThat(TreeDigest.of(params("w", NdArray.of(Shape.of(2), -0f, 2)))).isNotEqualTo(digest);
  }

  @Test
  void the_last_of_many_elements_makes_a_difference() {
    var values = new float[100_003];
    var digest = TreeDigest.of(NdArray.of(Shape.of(values.length), values));
    values[values.length - 1] = 1;
    assertThat(TreeDigest.of(NdArray.of(Shape.of(values.length), values))).isNotEqualTo(digest);
  }

  @Test
  void a_state_survives_serialization_with_its_bits() throws Exception {
    var state = Line.after(3, Line.state());
    var restored = roundTrip(SerializedTree.of(state)).restore(Line.state());
    assertThat(TreeDigest.of(restored)).isEqualTo(TreeDigest.of(state));
    assertThat(restored).isInstanceOf(StandardTrainState.class);
  }

  @Test
  void arrays_of_half_types_and_scalars_survive_serialization() throws Exception {
    for (var dtype : DType.values()) {
      var params = params("w", NdArray.scalar(dtype, 1));
      var restored =
          roundTrip(SerializedTree.of(params)).restore(params("w", NdArray.scalar(dtype, 0)));
      assertThat(TreeDigest.of(restored)).as("%s", dtype).isEqualTo(TreeDigest.of(params));
    }
  }

  private static SerializedTree roundTrip(SerializedTree tree)
      throws IOException, ClassNotFoundException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new ObjectOutputStream(bytes)) {
      out.writeObject(tree);
    }
    try (var in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (SerializedTree) in.readObject();
    }
  }
}
