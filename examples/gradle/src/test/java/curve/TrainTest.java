package curve;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TrainTest {

  @Test
  void curve_is_learned() {
    double error = Train.error(500);

    assertTrue(error < 1e-3, () -> "the error is " + error);
  }
}
