package io.cambric.frameworks.orbax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cambric.errors.DataException;
import io.cambric.frameworks.orbax.OcdbtWriter.Inline;
import io.cambric.frameworks.orbax.OcdbtWriter.Part;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OcdbtTreeTest {

  @TempDir private Path parent;

  private Path folder;

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createDirectory(parent.resolve("checkpoint"));
  }

  private void manifest(Part root, int height) throws IOException {
    Files.write(folder.resolve("manifest.ocdbt"), OcdbtWriter.manifest(root, height));
  }

  private Part leaf(String path, int base, Part value, String key, Inline... others)
      throws IOException {
    return OcdbtWriter.write(folder, path, base, OcdbtWriter.leaf(value, key, others));
  }

  private void assertRefused(String what) {
    assertThatThrownBy(() -> OcdbtTree.keyValues(folder))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "Folder %s cannot be read as a checkpoint of Orbax: %s. Fetch or write it again."
                .formatted(folder, what));
  }

  private static String text(ValuePlace place) {
    return new String(place.read(), StandardCharsets.UTF_8);
  }

  @Test
  void values_are_in_nodes_or_in_files_below_the_folder_of_a_process() throws IOException {
    OcdbtWriter.write(folder, "process/d/v", 0, "0123456789".getBytes(StandardCharsets.UTF_8));
    var value = new Part("d/v", 0, 3, 4);
    var first = leaf("process/d/a", 8, value, "z", new Inline("a", "one"), new Inline("b", ""));
    var second = leaf("process/d/b", 8, value, "0");
    var root = OcdbtWriter.interior(1, List.of("x.", "y/"), first, second);
    manifest(OcdbtWriter.write(folder, "d/root", 0, root), 1);

    var values = OcdbtTree.keyValues(folder);

    assertThat(values.places()).containsOnlyKeys("x.a", "x.b", "x.z", "y/0");
    assertThat(text(values.places().get("x.a"))).isEqualTo("one");
    assertThat(text(values.places().get("x.b"))).isEmpty();
    assertThat(text(values.places().get("x.z"))).isEqualTo("3456");
    assertThat(text(values.places().get("y/0"))).isEqualTo("3456");
    assertThat(values.below("y")).containsOnlyKeys("y/0");
  }

  @Test
  void arrays_lie_in_the_tree_with_their_headers() throws IOException {
    OcdbtWriter.write(folder, "d/v", 0, ZarrWriter.floats(1, 2, 3));
    var header =
        "{\"zarr_format\":2,\"shape\":[2],\"chunks\":[2],\"dtype\":\"<f4\",\"order\":\"C\"}";
    manifest(leaf("d/a", 0, new Part("d/v", 0, 4, 8), "w/0", new Inline("w/.zarray", header)), 0);

    try (var checkpoint = OrbaxCheckpoint.open(folder)) {
      assertThat(checkpoint.format()).isEqualTo("Orbax, OCDBT");
      assertThat(checkpoint.get("w").toFloats()).containsExactly(2, 3);
    }
  }

  @Test
  void a_flipped_bit_disagrees_with_the_checksum() throws IOException {
    manifest(leaf("d/a", 0, new Part("d/v", 0, 0, 1), "w"), 0);
    var node = folder.resolve("d/a");
    var bytes = Files.readAllBytes(node);
    bytes[20] ^= 1;
    Files.write(node, bytes);

    assertThatThrownBy(() -> OcdbtTree.keyValues(folder))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith(
            "Folder %s cannot be read as a checkpoint of Orbax: the checksum of the node at byte 0 of %s is "
                .formatted(folder, node));
  }

  @Test
  void a_file_outside_of_the_folder_is_not_read() throws IOException {
    for (var path : List.of("../secret", "/etc/hostname", "d/../../secret", "")) {
      manifest(new Part(path, 0, 0, 1), 0);

      assertRefused(
          "its manifest names the file \"%s\", which is outside of the folder".formatted(path));
    }
  }

  @Test
  void a_node_is_in_one_place_of_the_tree() throws IOException {
    var leaf = leaf("d/a", 0, new Part("d/v", 0, 0, 1), "w");
    var root = OcdbtWriter.interior(1, List.of("x", "y"), leaf, leaf);
    manifest(OcdbtWriter.write(folder, "d/root", 0, root), 1);

    assertRefused("the node at byte 0 of %s is named twice".formatted(folder.resolve("d/a")));
  }

  @Test
  void the_height_of_a_node_is_the_one_that_its_parent_says() throws IOException {
    var leaf = leaf("d/a", 0, new Part("d/v", 0, 0, 1), "w");
    manifest(leaf, 1);

    assertRefused(
        "the node at byte 0 of %s has the height 0, but needs 1".formatted(folder.resolve("d/a")));
  }

  @Test
  void a_manifest_has_its_mark_its_length_and_its_versions() throws IOException {
    var manifest = folder.resolve("manifest.ocdbt");
    Files.write(manifest, new byte[20]);
    assertRefused("its manifest has 20 bytes, which do not begin with the mark 0cdb3a2a");

    var bytes = OcdbtWriter.manifest(new Part("d/a", 0, 0, 1), 0);
    bytes[4]++;
    Files.write(manifest, bytes);
    assertRefused(
        "its manifest has %d bytes, but its header says %d"
            .formatted(bytes.length, bytes.length + 1));

    var numbered = new OcdbtWriter().text("0123456789abcdef").bytes(1).frame(0x0cdb3a2a);
    Files.write(manifest, numbered);
    assertRefused("its manifest names other manifests, but one with the versions is needed");
  }

  @Test
  void a_value_lies_within_its_file() throws IOException {
    var file = OcdbtWriter.write(folder, "d/v", 0, new byte[5]);
    manifest(leaf("d/a", 0, new Part(file.path(), 0, 3, 4), "w"), 0);
    var place = OcdbtTree.keyValues(folder).places().get("w");

    assertThatThrownBy(place::read)
        .isInstanceOf(DataException.class)
        .hasMessage(
            "File %s cannot be read as a part of a checkpoint of Orbax: 4 bytes at byte 3 are needed, but it has 5. Fetch or write it again."
                .formatted(folder.resolve("d/v")));
  }
}
