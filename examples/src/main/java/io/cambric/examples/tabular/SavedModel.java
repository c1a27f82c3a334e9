package io.cambric.examples.tabular;

import static io.cambric.numpy.Activations.softmax;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.data.preprocess.Preprocessing;
import io.cambric.data.preprocess.TextTable;
import io.cambric.errors.DataException;
import io.cambric.io.checkpoint.Checkpoints;
import io.cambric.module.config.JsonFormat;
import io.cambric.numpy.Key;
import io.cambric.scope.Params;
import io.cambric.scope.Rngs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A trained model with all that new rows need: a folder with {@code model.json} and a checkpoint of
 * the parameters.
 *
 * @param preprocessing of the training part
 * @param net the network
 * @param params of the best epoch
 */
record SavedModel(Preprocessing preprocessing, TabularNet net, Params params) {

  private static final String FILE = "model.json";

  /** The part that stands in the JSON file. */
  private record Description(Preprocessing preprocessing, TabularNet net) {}

  private static JsonFormat json() {
    return JsonFormat.standard().withModules(TabularNet.of(List.of(), 1, 2, 0));
  }

  /**
   * Writes the folder; a model that was in it goes.
   *
   * @throws IOException if it cannot be written
   */
  void save(Path folder) throws IOException {
    Files.createDirectories(folder);
    json().write(folder.resolve(FILE), new Description(preprocessing, net));
    Checkpoints.in(folder).withOverwrite(true).save(params, 0);
  }

  /**
   * {@return the model of a folder}
   *
   * @throws DataException if there is none, or its files do not fit each other
   */
  static SavedModel load(Path folder) {
    if (!Files.isRegularFile(folder.resolve(FILE))) {
      throw new DataException(
          "The folder %s must contain a model, but has no %s. Train one with ./run tabular --model %s."
              .formatted(folder, FILE, folder));
    }
    var description = json().read(folder.resolve(FILE), Description.class);
    var preprocessing = description.preprocessing();
    var inputs =
        List.of(
            new ShapedArray(Shape.of(1, preprocessing.width()), DType.F32),
            new ShapedArray(Shape.of(1, preprocessing.categories().size()), DType.I32));
    var target =
        description
            .net()
            .lazyInit(
                Rngs.of(Key.of(0)),
                inputs,
                (net, arrays) -> net.call(arrays.get(0), arrays.get(1), false))
            .params();
    return new SavedModel(
        preprocessing, description.net(), Checkpoints.in(folder).restore(target, 0));
  }

  /** {@return the probabilities of the classes of each row, {@code [rows, classes]}} */
  Array probabilities(TextTable table) {
    return softmax(TabularModel.logits(net, params, preprocessing.encode(table)));
  }

  /**
   * {@return a table of the class of each row, and of the probabilities of all classes}
   *
   * @param name of the new table
   */
  TextTable predictions(TextTable table, String name) {
    var probabilities = probabilities(table);
    var classes = preprocessing.classes();
    int[] best = probabilities.argmax(-1).toInts();
    var values = probabilities.toFloats();
    var columns = new ArrayList<>(List.of("prediction"));
    classes.forEach(each -> columns.add("probability of " + each));
    var rows = new ArrayList<List<String>>();
    for (int row = 0; row < best.length; row++) {
      var cells = new ArrayList<>(List.of(classes.get(best[row])));
      for (int i = 0; i < classes.size(); i++) {
        cells.add(String.format(Locale.ROOT, "%.4f", values[row * classes.size() + i]));
      }
      rows.add(cells);
    }
    return new TextTable(name, columns, rows);
  }
}
