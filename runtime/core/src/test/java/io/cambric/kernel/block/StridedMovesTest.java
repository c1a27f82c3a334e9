package io.cambric.kernel.block;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.testing.Seeds;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StridedMovesTest {

  static LongStream seeds() {
    return Seeds.of(50);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void each_element_is_copied_to_its_place_and_the_last_row_is_kept(long seed) {
    var random = new Random(seed);
    int rows = 1 + random.nextInt(300);
    int columns = 1 + random.nextInt(12);
    int fromRow = random.nextInt(4);
    int fromColumn = random.nextInt(4);
    int toRow = random.nextInt(20);
    int toColumn = random.nextInt(4);
    float[] source = new float[rows * 4 + columns * 4];
    for (int i = 0; i < source.length; i++) {
      source[i] = i;
    }
    float[] target = new float[rows * 20 + columns * 4];
    float[] expected = target.clone();
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < columns; c++) {
        expected[3 + r * toRow + c * toColumn] = source[1 + r * fromRow + c * fromColumn];
      }
    }

    StridedMoves.copy(source, 1, fromRow, fromColumn, target, 3, toRow, toColumn, rows, columns);

    assertThat(target).isEqualTo(expected);
  }
}
