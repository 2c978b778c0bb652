#!/bin/sh
# Reviews a change of an atlas: prints errors as annotations of a pull request, and writes what changes
# for people (changes.md), pictures of what looks different, and the public map as a static site.
#
#   review.sh BASE [CONFIG [OUT]]
#
# BASE is a revision of git or the folder of the older configuration, CONFIG the changed configuration
# (default: atlas.config), OUT a folder for the results (default: review). The variable ATLAS is the
# command (default: npx atlas). The exit code is 0; 3 if somebody may see more than before; 1 for errors
# of the configuration, and 2 for wrong arguments.
set -u

base=${1:?'Name the version to compare with: a branch, a commit or a folder.'}
config=${2:-atlas.config}
out=${3:-review}
atlas=${ATLAS:-npx atlas}

rm -rf "$out/pictures" "$out/changes.md" "$out/site"
mkdir -p "$out"

# $atlas may be several words.
if ! $atlas check --config "$config" --format github; then
  echo 'The configuration has errors. They are listed at the lines of the changed files.' >"$out/changes.md"
  exit 1
fi

$atlas diff "$base" --config "$config" --markdown --pictures "$out/pictures" >"$out/changes.md"
code=$?
if [ "$code" -eq 3 ]; then
  echo '::warning title=Access::Somebody may see more than before. The first part of the comment says who.'
elif [ "$code" -ne 0 ]; then
  echo 'The versions could not be compared. The log of the review says why.' >"$out/changes.md"
fi

# Where somebody may see more, a person decides first. $out is not a publication, so it has a record of
# its own.
if [ "$code" -eq 0 ] &&
  ! $atlas build --config "$config" --out "$out/site" --record "$out/published.json"; then
  echo '::error title=Site::The public map could not be built. The log of the review says why.'
  code=1
fi
exit "$code"
