package io.cambric.data.table;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Objects;

/** The recorded files next to these tests; record.py wrote them. */
final class ParquetResource {

  private ParquetResource() {}

  static Path file(String name) throws URISyntaxException {
    var found = ParquetResource.class.getResource(name + ".parquet");
    return Path.of(Objects.requireNonNull(found, name).toURI());
  }

  static Parquet of(String name) {
    try {
      return Parquet.of(file(name));
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(name, e);
    }
  }
}
