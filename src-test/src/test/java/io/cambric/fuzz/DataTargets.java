package io.cambric.fuzz;

import static io.cambric.fuzz.Inputs.recorded;
import static io.cambric.fuzz.Inputs.utf8;
import static io.cambric.fuzz.Inputs.words;

import io.cambric.data.Csv;
import io.cambric.data.Dataset;
import io.cambric.data.image.Cifar;
import io.cambric.data.image.Idx;
import io.cambric.data.image.ImageOptions;
import io.cambric.data.image.Images;
import io.cambric.data.text.TextLines;
import io.cambric.io.image.Png;
import io.cambric.numpy.Numpy;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Readers of the files of data sets. */
final class DataTargets {

  /** A limit that a caller sets. */
  private static final int LIMIT = 1 << 20;

  private static final int SIDE = 8;

  private static final ImageOptions IMAGES = ImageOptions.of(SIDE, SIDE).withMaxPixels(LIMIT);

  private DataTargets() {}

  /** A row of a table. */
  record Flower(float length, int petals, String name, boolean known) {}

  static List<FuzzTarget> all() throws IOException {
    var cifar10 = recorded("interop/data-files", "cifar10.bin").getFirst();
    var cifar100 = recorded("interop/data-files", "cifar100.bin").getFirst();
    return List.of(
        FuzzTarget.of(
                "idx",
                recorded(
                    "interop/data-files",
                    "images.idx",
                    "images-gzip.idx.gz",
                    "labels.idx",
                    "type-float32.idx",
                    "type-int16.idx"),
                words("\u001f\u008b"),
                input -> Idx.read(input, "images.idx", LIMIT))
            .withLimit(8 * LIMIT),
        FuzzTarget.of(
            "cifar-10",
            List.of(Arrays.copyOf(cifar10, cifar10.length / 20)),
            List.of(),
            input -> Cifar.read10(input, "cifar.bin")),
        FuzzTarget.of(
            "cifar-100",
            List.of(Arrays.copyOf(cifar100, cifar100.length / 5)),
            List.of(),
            input -> Cifar.read100(input, "cifar.bin")),
        FuzzTarget.of(
            "csv of numbers",
            List.of(utf8("a,b\n1,2.5\n-3,1e-7\n,nan\n"), utf8("\ufeffx\r\n\"1\"\r\n-inf\r\n")),
            words(",", "\"", "\n", "\r", "1e999", "nan", "\ufeff", "\u0000", "0x1p3"),
            input -> Csv.of(input, "table.csv").floats()),
        FuzzTarget.of(
            "csv of records",
            List.of(utf8("length,petals,name,known\n1.5,3,\"a \"\"b\"\", c\",true\n2,4,d,false\n")),
            words(",", "\"", "\n", "\r", "2147483648", "true", "length", "petals"),
            input -> readAll(Csv.of(input, "table.csv").records(Flower.class))),
        FuzzTarget.of(
            "text lines",
            List.of(utf8("first\nsecond\r\nthird \u00e9\n")),
            words("\n", "\r", "\ufeff", "\u0000"),
            input -> readAll(TextLines.of(input, "lines.txt", 100))),
        FuzzTarget.of(
                "images",
                List.of(Png.encode(Numpy.linspace(0, 1, SIDE * SIDE * 3).reshape(SIDE, SIDE, 3))),
                words("IHDR", "IDAT", "PLTE", "iCCP", "GIF89a", "BM"),
                input -> Images.read(input, "image.png", IMAGES))
            .withLimit(64 * LIMIT));
  }

  private static void readAll(Dataset<?> values) {
    try (var iterator = values.iterator()) {
      iterator.forEachRemaining(_ -> {});
    }
  }
}
