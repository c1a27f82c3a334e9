package io.cambric.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The Java blocks of pages: each compiles, and prints the block of text after it. */
class ExamplesTest {

  @TestFactory
  Stream<DynamicTest> tutorial(@TempDir Path folder) throws IOException {
    return examples("tutorial.md", folder);
  }

  @TestFactory
  Stream<DynamicTest> coming_from_jax(@TempDir Path folder) throws IOException {
    return examples("coming-from-jax.md", folder);
  }

  @TestFactory
  Stream<DynamicTest> lifted_transformations(@TempDir Path folder) throws IOException {
    return examples("lifted-transformations.md", folder);
  }

  @TestFactory
  Stream<DynamicTest> module_lifecycle(@TempDir Path folder) throws IOException {
    return examples("module-lifecycle.md", folder);
  }

  @TestFactory
  Stream<DynamicTest> setup_or_compact(@TempDir Path folder) throws IOException {
    return examples("setup-or-compact.md", folder);
  }

  @TestFactory
  Stream<DynamicTest> coming_from_flax(@TempDir Path folder) throws IOException {
    return examples("coming-from-flax.md", folder);
  }

  @TestFactory
  Stream<DynamicTest> from_flax_optim(@TempDir Path folder) throws IOException {
    return examples("from-flax-optim.md", folder);
  }

  @TestFactory
  Stream<DynamicTest> weights(@TempDir Path folder) throws IOException {
    return examples("weights.md", folder);
  }

  @TestFactory
  Stream<DynamicTest> models(@TempDir Path folder) throws IOException {
    return examples("models.md", folder);
  }

  @TestFactory
  Stream<DynamicTest> fine_tuning(@TempDir Path folder) throws IOException {
    return examples("fine-tuning.md", folder);
  }

  @TestFactory
  Stream<DynamicTest> generating_text(@TempDir Path folder) throws IOException {
    return examples("generating-text.md", folder);
  }

  @TestFactory
  Stream<DynamicTest> data(@TempDir Path folder) throws IOException {
    return examples("data.md", folder);
  }

  @TestFactory
  Stream<DynamicTest> text(@TempDir Path folder) throws IOException {
    return examples("text.md", folder);
  }

  @TestFactory
  Stream<DynamicTest> checkpoints(@TempDir Path folder) throws IOException {
    return examples("checkpoints.md", folder);
  }

  @TestFactory
  Stream<DynamicTest> training(@TempDir Path folder) throws IOException {
    return examples("training.md", folder);
  }

  @TestFactory
  Stream<DynamicTest> watching_training(@TempDir Path folder) throws IOException {
    return examples("watching-training.md", folder);
  }

  @TestFactory
  Stream<DynamicTest> serving(@TempDir Path folder) throws IOException {
    return examples("serving.md", folder);
  }

  @TestFactory
  Stream<DynamicTest> performance(@TempDir Path folder) throws IOException {
    return examples("performance.md", folder);
  }

  @TestFactory
  Stream<DynamicTest> profiling(@TempDir Path folder) throws IOException {
    return examples("profiling.md", folder);
  }

  @TestFactory
  Stream<DynamicTest> notebooks(@TempDir Path folder) throws IOException {
    return examples("notebooks.md", folder);
  }

  @TestFactory
  Stream<DynamicTest> readme(@TempDir Path folder) throws IOException {
    return examples("../README.md", folder);
  }

  @TestFactory
  Stream<DynamicTest> how_to_save_and_load(@TempDir Path folder) throws IOException {
    return examples("how-to/save-and-load.md", folder);
  }

  @TestFactory
  Stream<DynamicTest> how_to_use_mixed_precision(@TempDir Path folder) throws IOException {
    return examples("how-to/mixed-precision.md", folder);
  }

  @TestFactory
  Stream<DynamicTest> how_to_use_several_cores(@TempDir Path folder) throws IOException {
    return examples("how-to/several-cores.md", folder);
  }

  @TestFactory
  Stream<DynamicTest> distributed(@TempDir Path folder) throws IOException {
    return examples("distributed.md", folder);
  }

  @TestFactory
  Stream<DynamicTest> how_to_debug_nan(@TempDir Path folder) throws IOException {
    return examples("how-to/debug-nan.md", folder);
  }

  @TestFactory
  Stream<DynamicTest> coming_from_pytorch(@TempDir Path folder) throws IOException {
    return examples("coming-from-pytorch.md", folder);
  }

  @TestFactory
  Stream<DynamicTest> coming_from_djl(@TempDir Path folder) throws IOException {
    return examples("coming-from-djl.md", folder);
  }

  @TestFactory
  Stream<DynamicContainer> examples(@TempDir Path folder) throws IOException {
    var examples = Path.of("..", "docs", "examples");
    try (var files = Files.list(examples)) {
      var names = files.map(file -> file.getFileName().toString()).sorted().toList();
      var pages = new ArrayList<DynamicContainer>();
      for (var name : names.stream().filter(name -> name.endsWith(".md")).toList()) {
        var classes = Files.createDirectory(folder.resolve(name));
        pages.add(dynamicContainer(name, examples("examples/" + name, classes)));
      }
      return pages.stream();
    }
  }

  private static Stream<DynamicTest> examples(String name, Path folder) throws IOException {
    var page = Page.of(name);
    var classes = page.compiled(folder);
    return page.examples().stream()
        .map(example ->
            dynamicTest(
                "line " + example.line(),
                () -> assertThat(example.run(classes)).isEqualTo(example.output())));
  }
}
