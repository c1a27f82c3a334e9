package application;

import io.cambric.data.table.Parquet;
import java.nio.file.Path;

class Tables {

  public static void main(String... arguments) {
    var k = Parquet.of(Path.of(arguments[0])).arrays("k").get("k");
    System.out.println(k.size() + " rows, sum " + k.sum().item());
  }
}
