package io.cambric.file.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.errors.DataException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnpackLimitTest {

  private static final long LEAST = 64L << 20;

  @ParameterizedTest
  @CsvSource({
    "0, 67108864",
    "671088, 67108864",
    "671089, 67108900",
    "1000000000, 100000000000",
    "9223372036854775807, 9223372036854775807"
  })
  void content_may_become_a_hundred_times_as_large_and_at_least_64_mib(long packed, long limit) {
    assertThat(UnpackLimit.bySize("x").bytes(packed)).isEqualTo(limit);
  }

  @Test
  void a_chosen_number_is_the_limit_whether_larger_or_smaller() {
    assertThat(new UnpackLimit(LEAST + 1, "x").bytes(1)).isEqualTo(LEAST + 1);
    assertThat(new UnpackLimit(0, "x").bytes(1 << 30)).isZero();
  }

  @Test
  void a_stream_gives_the_limit_and_not_more() throws IOException {
    var limit = new UnpackLimit(3, "read(file, limit)");
    var exact = limit.bounded(new ByteArrayInputStream(new byte[3]), "a.gz", 7);
    assertThat(exact.readAllBytes()).hasSize(3);
    assertRefused(limit, InputStream::readAllBytes);
    assertRefused(limit, in -> in.skip(4));
    assertRefused(
        limit,
        in -> {
          for (int i = 0; i < 4; i++) {
            in.read();
          }
          return 0;
        });
  }

  private interface Reading {
    Object of(InputStream in) throws IOException;
  }

  private static void assertRefused(UnpackLimit limit, Reading reading) {
    var in = limit.bounded(new ByteArrayInputStream(new byte[4]), "a.gz", 7);
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> reading.of(in))
        .withMessageStartingWith(
            "a.gz must unpack to at most 3 bytes, but its 7 bytes unpack to 4 or more. If "
                + "you trust it, raise the limit: read(file, limit).");
  }
}
