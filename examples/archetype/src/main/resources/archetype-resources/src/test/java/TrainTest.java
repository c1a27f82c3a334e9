package ${package};

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class TrainTest {

  @Test
  void prices_are_learned() {
    double error = Train.error(Path.of("data/houses.csv"), 50);

    assertTrue(error < 25_000, () -> "the mean error of a price is " + error);
  }
}
